import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { keepMessageMonths } from '../../../src/webhooks/deliveries/message-retention.ts';
import { forgetOldEvents } from '../../../src/events/forget-old-events.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { oldestKept } from '../../../src/platform/schema/monthly-partitions.ts';
import { MESSAGE_MONTHS } from '../../../src/webhooks/archive/webhook-months.ts';
import { statement } from '../../../src/platform/statements/statement.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { serverUrl } from '../../support/test-database.ts';
import { archive, tallies } from '../../support/archive.ts';
import { sql } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';
import { newConfiguration, updateConfiguration } from '../../support/configurations.ts';

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
const COUNT_MESSAGES = statement('test_count_messages', 'select count(*) from webhook_message');
const EVENT = 'PIX_CASH_IN_WAS_CLEARED';
const AHEAD = 3;
const MESSAGES_KEPT = 7;
const ATTEMPTS_KEPT = 3;

let gateway: Gateway;
let database: Database;
let began: Date;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
  database = new Database(gateway.app.database.sessions);
  began = gateway.clock.now();
  await forgetThePast(gateway.app.database);
});
afterAll(() => gateway.stop());

/** An instant `days` after the beginning of the month, `months` from the one in which the gateway began. */
function at(months: number, days = 0): Date {
  return new Date(Date.UTC(began.getUTCFullYear(), began.getUTCMonth() + months, 1 + days));
}

async function partitions(table: string): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    gateway,
    'select inhrelid::regclass::text as "name" from pg_inherits where inhparent = ?::regclass order by 1',
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Partitions of the months from one to another. */
function named(table: string, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, nth) => {
    const month = at(first + nth).toISOString();
    return `${table}_${month.slice(0, 4)}_${month.slice(5, 7)}`;
  });
}

async function expectMonths(now: number): Promise<void> {
  expect(await partitions('webhook_message')).toEqual(named('webhook_message', now - MESSAGES_KEPT, now + AHEAD));
  expect(await partitions('webhook_attempt')).toEqual(named('webhook_attempt', now - ATTEMPTS_KEPT, now + AHEAD));
}

async function idsIn(table: string, column = 'id'): Promise<string[]> {
  const rows = await sql<{ id: string }>(gateway, `select distinct ${column}::text as "id" from ${table}`);
  return rows.map(({ id }) => id).toSorted();
}

/** Leaves a message in the queue as a configuration does that is DISABLED. */
async function queue({ id, configurationId, position }: Awaited<ReturnType<typeof archive>>[number]): Promise<void> {
  await sql(
    gateway,
    `insert into webhook_delivery (configuration_id, event_position, partner_id, message_id, idempotency_key, due_at,
       sends, tries)
     values (?::uuid, ?, 'BETA_PAY', ?::uuid, gen_random_uuid(), now(), 0, 0)`,
    [configurationId, position, id],
  );
}

async function forgetEvents(now: Date): Promise<void> {
  await forgetOldEvents(database, oldestKept(MESSAGE_MONTHS, now));
}

describe('the months of messages and attempts', () => {
  test('are there from the start on, and those of the time to come', async () => {
    await expectMonths(0);
    await keepMessageMonths(database, began);
    await expectMonths(0);
  });

  test('go on with the clock, and take along all that tells of them', async () => {
    const configurationId = await newConfiguration(gateway);
    await updateConfiguration(gateway, { id: configurationId, status: 'DISABLED' });
    const message = (captured: Date, sent: Date, attempts = 0) => ({
      ...({ configurationId, eventName: EVENT, attempts, progress: 'RETRYING' } as const),
      ...{ capturedAt: captured.toISOString(), sentDate: sent.toISOString() },
    });
    const messages = await archive(gateway, [
      message(at(-7, 1), at(-7, 1)),
      // Sent long after it was captured: its month goes before its day does.
      message(at(-7, 27), at(-2, 3), 2),
      message(at(-6), at(-2, 3)),
      message(at(-3, 2), at(-3, 2), 2),
      message(at(0), at(0), 1),
    ]);
    for (const queued of messages) await queue(queued);
    await keepMessageMonths(database, at(1, 10));
    await forgetEvents(at(1, 10));
    await expectMonths(1);
    const kept = messages.slice(2);
    expect(await idsIn('webhook_message')).toEqual(kept.map(({ id }) => id).toSorted());
    expect(await idsIn('webhook_delivery', 'message_id')).toEqual(kept.map(({ id }) => id).toSorted());
    expect(await idsIn('event', 'position')).toEqual(kept.map(({ position }) => String(position)).toSorted());
    const attempted = [messages[1], messages[4]].map((left) => left?.id).toSorted();
    expect(await idsIn('webhook_attempt', 'message_id')).toEqual(attempted);
    const { tally, wanted } = await tallies(gateway);
    expect(tally).toEqual(wanted);
    expect(tally).toHaveLength(3);
  });

  test('are made anew after all workers were away for long', async () => {
    await keepMessageMonths(database, at(15));
    await expectMonths(15);
    expect([await idsIn('webhook_message'), await idsIn('message_tally', 'day')]).toEqual([[], []]);
    expect(await idsIn('webhook_delivery', 'message_id')).toEqual([]);
  });

  test('are kept by several processes at once', async () => {
    await Promise.all([16, 16, 16, 16].map((month) => keepMessageMonths(database, at(month))));
    await expectMonths(16);
  });
});

onPostgreSql('the months to come', () => {
  test('are added while a reader does not let an old one go', async () => {
    const reading = Promise.withResolvers<undefined>();
    const letGo = Promise.withResolvers<undefined>();
    const reader = database.transaction(async (transaction) => {
      await transaction.run(COUNT_MESSAGES, []);
      reading.resolve(undefined);
      await letGo.promise;
    });
    await reading.promise;
    const keeper = keepMessageMonths(database, at(17));
    const [newest = ''] = named('webhook_message', 17 + AHEAD, 17 + AHEAD);
    await eventually(async () => (await partitions('webhook_message')).includes(newest));
    letGo.resolve(undefined);
    await Promise.all([reader, keeper]);
    await expectMonths(17);
  });
});
