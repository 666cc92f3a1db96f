import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { Database } from '../../platform/database/database.ts';
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts';
import { columnsOf, compiled, text, uuid, type RowOf } from '../../platform/statements/compiled.ts';
import { WebhookConfiguration } from '../configurations/webhook-configuration.entity.ts';
import { bodyWriter, type BodySources, type DeliveredEvent } from '../deliveries/message-body.ts';
import { sendWebhook, type SentCall } from '../deliveries/send-webhook.ts';
import { rehearsedSigners, signersNow, type KeyRing } from '../deliveries/signers.ts';

const FIND_ENDPOINT = compiled(
  'find_endpoint_to_test',
  { entities: [WebhookConfiguration], parameters: { partnerId: text, id: uuid } },
  (tables, { partnerId, id }) =>
    tables
      .selectFrom('WebhookConfiguration as endpoint')
      .select(['endpoint.id as configurationId', 'endpoint.partnerId as partnerId'])
      .select(columnsOf('endpoint', ['uri', 'publicKey', 'secret', 'previousSecret', 'previousSecretUntil', 'context']))
      .select(columnsOf('endpoint', ['format', 'signsV1', 'signsV1a']))
      .where('endpoint.partnerId', '=', partnerId)
      .where('endpoint.id', '=', id),
);

/** What a test message needs of a configuration. */
export type TestedEndpoint = RowOf<typeof FIND_ENDPOINT>;

export interface TestDependencies extends KeyRing, BodySources {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly outbound: OutboundClient;
}

/** The content of a test message. */
export interface TestMessage extends Omit<DeliveredEvent, 'id' | 'rawName' | 'subjectId'> {
  /** As in the body. */
  readonly context: string;
  readonly idempotencyKey: string;
  /** Whether it is signed as after a change of secret and key. */
  readonly rehearsal: boolean;
}

/** Finds a configuration of the partner; undefined if it has none with this id. */
export async function findEndpoint(
  database: Database,
  partnerId: string,
  id: string,
): Promise<TestedEndpoint | undefined> {
  if (!isUuid(id)) return undefined;
  const [found] = await database.run(FIND_ENDPOINT, { partnerId, id });
  return found;
}

/**
 * Sends one signed message now and returns the result. It is not listed, not retried, and does not affect the breaker.
 */
export async function sendTestMessage(
  dependencies: TestDependencies,
  endpoint: TestedEndpoint,
  message: TestMessage,
): Promise<SentCall> {
  const { random, outbound } = dependencies;
  const { name, context, idempotencyKey, occurredAt: at, rehearsal } = message;
  const event = { ...message, id: random.uuid(), rawName: null, subjectId: null };
  const write = await bodyWriter(dependencies, []);
  const envelope = {
    id: random.uuid(),
    idempotencyKey,
    event: name,
    context,
    attempt: 0,
    sequences: undefined,
    format: endpoint.format,
    body: write({ ...endpoint, event }),
  };
  const signers = await (rehearsal ? rehearsedSigners : signersNow)(dependencies, endpoint, at);
  const call = await sendWebhook(outbound, { address: endpoint, envelope, signers, at });
  if (call !== 'cancelled') return call;
  const failure = 'the gateway is stopping';
  return { at, elapsedMicroseconds: 0, httpStatus: null, failure, isFault: false, retryAfter: undefined };
}
