import type { Requester } from '../../kernel/requester.ts';
import { CONTEXT_IN_BODY } from '../../events/log/event-log.ts';
import { configurationNotFound, type ConfigurationNotFound } from '../configurations/webhook-configuration.errors.ts';
import { findEndpoint, sendTestMessage, type TestDependencies } from './send-test-message.ts';
import type { SentCall } from '../deliveries/send-webhook.ts';

/** What a ping says it is, in the body and in the header `webhook-event`: no receiver takes it for an event. */
const PING = 'PING';

/** Sends one signed test message now and tells what came back. */
export async function pingWebhookConfiguration(
  dependencies: TestDependencies,
  { partnerId, companyKey, correlationId }: Requester,
  id: string,
): Promise<SentCall | ConfigurationNotFound> {
  const { database, clock, random } = dependencies;
  const found = await findEndpoint(database, partnerId, id);
  if (found === undefined) return configurationNotFound();
  const at = clock.now();
  const context = CONTEXT_IN_BODY[found.context];
  const idempotencyKey = random.uuid();
  const entityId = found.configurationId;
  const body = JSON.stringify({
    entityId,
    companyKey,
    context,
    name: PING,
    version: '1.0',
    idempotencyKey,
    correlationId,
    timestamp: at.toISOString(),
    metadata: {},
    data: {},
  });
  const message = { name: PING, context, entityId, idempotencyKey, occurredAt: at, body, rehearsal: false };
  return sendTestMessage(dependencies, found, message);
}
