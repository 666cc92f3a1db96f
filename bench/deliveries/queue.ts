import type { Client } from 'pg';
import { captureWaiting } from '../../src/webhooks/capture/queue-messages.ts';
import { numberEvents } from '../../src/events/log/relay-events.ts';
import { gatewaySql } from '../statements.ts';
import { BENCH_CLIENT } from '../token.ts';

/** The event whose messages are delivered. */
export const DELIVERED_EVENT = { name: 'POCKET_ACCOUNT_WAS_CREATED', context: 'POCKET' } as const;

/** The body of each event, as long as that of a new pocket. */
export const EVENT_BODY = JSON.stringify({
  entityId: '7000011234567890123BRL',
  companyKey: BENCH_CLIENT.partnerId,
  context: 'Pocket',
  name: DELIVERED_EVENT.name,
  version: '2.0',
  idempotencyKey: '7d0f7d5e-0b0f-4b43-8a0c-2d2d3e7e1f10',
  correlationId: '7d0f7d5e-0b0f-4b43-8a0c-2d2d3e7e1f11',
  timestamp: '2026-11-20T12:00:00.123Z',
  metadata: { costCenter: '4711' },
  data: {
    ...{ number: '7000011234567890123BRL', suffix: 'BRL', currency: 'BRL', type: 'POCKET_BRL', status: 'ACTIVE' },
    ...{ reason: 'HOLDER_REQUEST', category: 'POCKET', useCase: 'CORPORATE_EXPENSES' },
    ...{ createdAt: '2026-11-20T12:00:00.123Z', account: { branch: '0001', number: '700001' } },
  },
});

const ADD_EVENTS = `
  insert into outbox (event_id, partner_id, name, context, entity_id, subject_id, idempotency_key, correlation_id,
    occurred_at, body)
  select gen_random_uuid(), $2, $3, $4, 'bench', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), $5
  from generate_series(1, $1::int)`;

/**
 * Adds events, and queues a message of each for each configuration, as the gateway does. The configurations are enabled
 * only inside this transaction.
 */
export async function addEvents(client: Client, events: number): Promise<void> {
  await client.query('begin');
  await enableConfigurations(client, true);
  const values = [events, BENCH_CLIENT.partnerId, DELIVERED_EVENT.name, DELIVERED_EVENT.context, EVENT_BODY];
  await client.query(ADD_EVENTS, values);
  await relayAll(client);
  await enableConfigurations(client, false);
  await client.query('commit');
}

async function relayAll(client: Client): Promise<void> {
  const sql = await gatewaySql(client);
  while ((await numberEvents(sql)).hasMore);
  while ((await captureWaiting(sql, new Date(), [])).hasMore);
}

/** Starts or stops the worker's deliveries: it claims only messages of enabled configurations. */
export async function enableConfigurations(client: Client, isEnabled: boolean): Promise<void> {
  await client.query('update webhook_configuration set status = $1', [isEnabled ? 'ENABLED' : 'DISABLED']);
}

/** Makes the gateway sign messages with the partner's key too, or only with secrets. */
export async function signByKey(client: Client, isSigned: boolean): Promise<void> {
  await client.query('update webhook_configuration set signs_v1a = $1', [isSigned]);
}

/** The state of the queue and the archive. */
export interface QueueState {
  readonly queued: number;
  readonly inFlight: number;
  /** Calls that were settled as a success. */
  readonly delivered: number;
}

export async function queueState(client: Client): Promise<QueueState> {
  const {
    rows: [state = { queued: 0, inFlight: 0, delivered: 0 }],
  } = await client.query<QueueState>(`
    select count(*)::int as "queued",
      (select coalesce(sum(cardinality(positions)), 0)::int from webhook_lease) as "inFlight",
      (select coalesce(sum(calls), 0)::int from call_tally where succeeded) as "delivered"
    from webhook_delivery`);
  return state;
}

/** Returns how many calls were settled as a success: cheap enough to query while the worker runs. */
export async function deliveredSoFar(client: Client): Promise<number> {
  const sql = 'select coalesce(sum(calls), 0)::int as delivered from call_tally where succeeded';
  const { rows } = await client.query<{ delivered: number }>(sql);
  return rows[0]?.delivered ?? 0;
}

/** What the archive contains about the delivered messages. */
export interface Archived {
  readonly messages: number;
  /** Those with success on the first try, and an attempt that was answered with 200. */
  readonly rightMessages: number;
  readonly attempts: number;
  /** Sum of the daily tallies, for success only. */
  readonly tallied: number;
  readonly calls: number;
  /** Configurations and days whose tally differs from the archive. */
  readonly wrongTallies: number;
}

export async function archived(client: Client): Promise<Archived> {
  const {
    rows: [found],
  } = await client.query<Archived>(`
    select
      (select count(*)::int from webhook_message) as "messages",
      (select count(*)::int from webhook_message as message
         join webhook_attempt as attempt on attempt.message_id = message.id
       where message.progress = 'SUCCESS' and message.retry_count = 0 and attempt.nth = 0
         and attempt.http_status = 200) as "rightMessages",
      (select count(*)::int from webhook_attempt) as "attempts",
      (select coalesce(sum(messages), 0)::int from message_tally where progress = 'SUCCESS') as "tallied",
      (select coalesce(sum(calls), 0)::int from call_tally where succeeded) as "calls",
      (select count(*)::int from (
         select configuration_id, (sent_date at time zone 'UTC')::date as day, progress, count(*)::int as messages
         from webhook_message group by 1, 2, 3
         except select configuration_id, day, progress, messages from message_tally
       ) as wrong) as "wrongTallies"`);
  if (found === undefined) throw new Error('The archive could not be read.');
  return found;
}

export async function messageIds(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>('select id from webhook_message');
  return new Set(rows.map(({ id }) => id));
}
