import type { Requester } from '../../kernel/requester.ts';
import { pingEvent } from '../../events/contract/ping-event.ts';
import { CONTEXT_IN_BODY } from '../../events/log/event-log.ts';
import { configurationNotFound, type ConfigurationNotFound } from '../configurations/webhook-configuration.errors.ts';
import { findEndpoint, sendTestMessage, type TestDependencies } from './send-test-message.ts';
import type { SentCall } from '../deliveries/send-webhook.ts';

/** Sends one signed test message now and returns the result. */
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
    name: pingEvent.name,
    version: pingEvent.version,
    idempotencyKey,
    correlationId,
    timestamp: at.toISOString(),
    metadata: {},
    data: {},
  });
  const message = { name: pingEvent.name, context, entityId, idempotencyKey, occurredAt: at, body, rehearsal: false };
  return sendTestMessage(dependencies, found, message);
}
