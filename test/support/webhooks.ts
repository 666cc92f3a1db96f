import { expect } from '@jest/globals';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { durationBucket } from '../../src/webhooks/archive/call-duration.value.ts';
import { cashInInput, simulateForSure } from './cash-ins.ts';
import * as configurations from './configurations.ts';
import { lastDays } from './days.ts';
import { eventually, type Ask, type Gateway } from './gateway.ts';

/** A configuration that `createWebhookConfiguration` has created. */
export interface MadeConfiguration {
  readonly id: string;
  readonly signingSecret: string;
}

export { CREATE_CONFIGURATION } from './configurations.ts';

/** Returns a valid input for messages about payments received by Pix. */
export function configurationInput(changes: object): Record<string, unknown> {
  return configurations.configurationInput({ eventName: 'PIX_CASH_IN_WAS_RECEIVED', ...changes });
}

/** Creates a configuration of ACME_PAY; it must be accepted. */
export async function createConfiguration(
  gateway: Gateway,
  changes: object,
  ask: Partial<Ask> = {},
): Promise<MadeConfiguration> {
  const input = configurationInput(changes);
  const made = await configurations.createConfiguration(gateway, input, { client: 'acme-pay', ...ask });
  if (made.configuration === undefined) throw new Error(`A configuration was refused: ${JSON.stringify(made)}`);
  return { id: made.configuration.id, signingSecret: made.signingSecret };
}

/** Updates a configuration of ACME_PAY; the update must be accepted. */
export async function updateConfiguration(gateway: Gateway, input: object): Promise<void> {
  const result = await configurations.updateConfiguration(gateway, input, { client: 'acme-pay' });
  expect(result).toMatchObject({ __typename: 'UpdateWebhookConfigurationSuccess' });
}

/** Simulates `count` cash-ins: as many events PIX_CASH_IN_WAS_RECEIVED, and as many CLEARED. */
export async function cashIns(gateway: Gateway, count: number, ask: Partial<Ask> = {}): Promise<void> {
  const input = cashInInput(ask.client === 'beta-pay' ? { accountNumber: '300001' } : {});
  await Promise.all(Array.from({ length: count }, () => simulateForSure(gateway, input, ask)));
}

/** Returns a configuration with its breaker, as the partner sees it. */
export async function showConfiguration(gateway: Gateway, id: string) {
  const today = gateway.clock.now().toISOString().slice(0, 10);
  const { node } = await gateway.data({
    query: `query ($id: ID!, $today: SearchDate!) {
      node(id: $id) {
        ... on WebhookConfiguration {
          status breaker { state openedAt heldCount nextProbeAt lastFailure }
          deliveryStats(startDate: $today, endDate: $today) { sent succeeded failed p50 }
        }
      }
    }`,
    variables: { id, today },
  });
  return node;
}

/** A message as in the search. */
export interface ShownMessage {
  readonly id: string;
  readonly idempotencyKey: string;
  readonly state: 'SUCCESS' | 'FAILED' | 'HOLD';
  readonly sentDate: string;
  readonly retryCount: number;
  readonly nextAttemptAt: string | null;
  readonly destination: string;
  readonly attempts: readonly { readonly httpStatus: number | null; readonly error: string | null }[];
}

const SEARCH = `query ($filter: WebhookMessageFilter!) {
  webhookMessages(first: 100, filter: $filter) {
    totalCount
    nodes { id idempotencyKey state sentDate retryCount nextAttemptAt destination attempts { httpStatus error } }
  }
}`;

/** Searches for messages around today; returns the newest hundred and the total. */
export async function searchMessages(gateway: Gateway, state: ShownMessage['state'] | null = null) {
  const filter = { ...lastDays(gateway.clock.now().getTime()), states: state === null ? null : [state] };
  const { webhookMessages } = await gateway.data({ query: SEARCH, variables: { filter } });
  return webhookMessages as { readonly totalCount: number; readonly nodes: readonly ShownMessage[] };
}

/** Waits for the message to `uri` that fulfils `isWanted`, and returns it. */
export function messageTo(
  gateway: Gateway,
  uri: string,
  isWanted: (message: ShownMessage) => boolean = () => true,
): Promise<ShownMessage> {
  return eventually(async () => {
    const { nodes } = await searchMessages(gateway);
    return nodes.find((message) => message.destination === uri && isWanted(message));
  });
}

/** Runs SQL of the test on the gateway's database. */
export function sql<Row extends object>(
  gateway: Pick<Gateway, 'app'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return gateway.app.database.entityManager.getConnection().execute<Row[]>(text, [...values]);
}

/** Waits until nothing is queued: every message was delivered, or has no tries left. */
export function queueIsEmpty(gateway: Gateway): Promise<boolean> {
  return eventually(async () => {
    const [row] = await sql<{ left: number }>(
      gateway,
      `select ((select count(*) from outbox) + (select count(*) from event_capture)
         + (select count(*) from webhook_delivery))::int as "left"`,
    );
    return row?.left === 0;
  });
}

interface TallyRow {
  readonly key: string;
  readonly count: number;
}

/** Expects tallies that match counts of the archive: messages by progress, calls by outcome and duration. */
export async function expectExactTallies(entityManager: SqlEntityManager): Promise<void> {
  const rows = (text: string) => entityManager.getConnection().execute<TallyRow[]>(text);
  const day = (column: string) => `(${column} at time zone 'UTC')::date`;
  const key = (columns: string) => `concat_ws(' ', ${columns}) as "key"`;
  const messages = 'configuration_id, partner_id, event_name, progress';
  expect(
    await rows(`select ${key(`${messages}, day`)}, messages as "count" from message_tally
    where messages > 0 order by 1`),
  ).toEqual(
    await rows(`select ${key(`${messages}, ${day('sent_date')}`)}, count(*)::int as "count" from webhook_message
      group by 1 order by 1`),
  );
  const attempts = await rows(`
    select ${key(`message.configuration_id, ${day('attempt.at')}, attempt.error is null`)},
      attempt.elapsed_http_call_us::int as "count"
    from webhook_attempt as attempt join webhook_message as message on message.id = attempt.message_id`);
  const counted = Map.groupBy(attempts, (call) => `${call.key} ${durationBucket(call.count)}`);
  const tallied = await rows(
    `select ${key('configuration_id, day, succeeded, bucket')}, calls as "count" from call_tally`,
  );
  expect(new Map(tallied.map((row) => [row.key, row.count]))).toEqual(
    new Map([...counted].map(([name, calls]) => [name, calls.length])),
  );
}
