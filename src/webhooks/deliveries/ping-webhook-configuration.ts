import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Requester } from '../../kernel/requester.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { CONTEXT_IN_BODY } from '../../events/event-log.ts';
import type { Database } from '../../platform/database/database.ts';
import { columnsOf, compiled, text, uuid } from '../../platform/statements/compiled.ts';
import { WebhookConfiguration } from '../configurations/webhook-configuration.entity.ts';
import { configurationNotFound, type ConfigurationNotFound } from '../configurations/webhook-configuration.errors.ts';
import { sendWebhook, type Sender, type SentCall } from './send-webhook.ts';

const FIND_ENDPOINT = compiled(
  'find_endpoint_to_ping',
  { entities: [WebhookConfiguration], parameters: { partnerId: text, id: uuid } },
  (tables, { partnerId, id }) =>
    tables
      .selectFrom('WebhookConfiguration as endpoint')
      .select('endpoint.id as configurationId')
      .select(columnsOf('endpoint', ['uri', 'publicKey', 'secret', 'previousSecret', 'previousSecretUntil', 'context']))
      .where('endpoint.partnerId', '=', partnerId)
      .where('endpoint.id', '=', id),
);

/** What a ping says it is, in the body and in the header `webhook-event`: no receiver takes it for an event. */
const PING = 'PING';

export interface PingDependencies extends Sender {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Sends one signed test message now and tells what came back. It is not a message: it is not listed, not tried again, and
 * the breaker does not hear of it.
 */
export async function pingWebhookConfiguration(
  dependencies: PingDependencies,
  { partnerId, companyKey, correlationId }: Requester,
  id: string,
): Promise<SentCall | ConfigurationNotFound> {
  const { database, clock, random } = dependencies;
  if (!isUuid(id)) return configurationNotFound();
  const [found] = await database.run(FIND_ENDPOINT, { partnerId, id });
  if (found === undefined) return configurationNotFound();
  const at = clock.now();
  const context = CONTEXT_IN_BODY[found.context];
  const idempotencyKey = random.uuid();
  const body = JSON.stringify({
    entityId: found.configurationId,
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
  const envelope = { id: random.uuid(), idempotencyKey, event: PING, context, attempt: 0, place: undefined, body };
  const call = await sendWebhook(dependencies, found, envelope, at);
  if (call !== 'cancelled') return call;
  const failure = 'the gateway is stopping';
  return { at, elapsedMicroseconds: 0, httpStatus: null, failure, isFault: false, retryAfter: undefined };
}
