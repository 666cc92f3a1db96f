import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { keepMessageMonths } from '../../../src/webhooks/deliveries/message-retention.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { serverUrl } from '../../support/test-database.ts';
import { forget } from '../../support/retention.ts';
import { archive, idAt, tallies } from '../../support/archive.ts';
import { sql } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';
import { newConfiguration, updateConfiguration } from '../../support/configurations.ts';

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
const COUNT_MESSAGES = ownStatement('test_count_messages', 'select count(*) from webhook_message');
const EVENT = 'PIX_CASH_IN_WAS_CLEARED';
const OTHER_EVENT = 'CUSTOMER_WAS_APPROVED';
const DAY_MS = 24 * 3_600_000;
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

/** Returns the instant `days` after the beginning of the month that is `months` after the gateway's start. */
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

/** Returns the names of the partitions from one month to another. */
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

/** Leaves a message in the queue, as a DISABLED configuration does. */
async function queue({ id, configurationId, position }: Awaited<ReturnType<typeof archive>>[number]): Promise<void> {
  await sql(
    gateway,
    `insert into webhook_delivery (configuration_id, event_position, partner_id, message_id, idempotency_key, due_at,
       sends, tries)
     values (?::uuid, ?, 'BETA_PAY', ?::uuid, gen_random_uuid(), now(), 0, 0)`,
    [configurationId, position, id],
  );
}

/** Does what workers do every day. */
async function runDaily(from: Date, days: number): Promise<void> {
  for (let day = 0; day <= days; day += 1) {
    const now = new Date(from.getTime() + day * DAY_MS);
    await keepMessageMonths(database, now);
    await forget('old-events')(database, now);
  }
}

async function detachedMonths(): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    gateway,
    `select tablename as "name" from pg_tables where tablename like '%\\_detached' and schemaname = current_schema() order by 1`,
  );
  return rows.map(({ name }) => name);
}

describe('the months of messages and attempts', () => {
  test('exist from the start, including the months to come', async () => {
    await expectMonths(0);
    await keepMessageMonths(database, began);
    await expectMonths(0);
  });

  test('follow the clock, and are removed with everything that refers to them', async () => {
    const configurationId = await newConfiguration(gateway);
    await updateConfiguration(gateway, { configurationId: configurationId, status: 'DISABLED' });
    const message = (captured: Date, sent: Date, attempts = 0, eventName = EVENT) => ({
      ...({ configurationId, eventName, attempts, progress: 'RETRYING' } as const),
      ...{ capturedAt: captured.toISOString(), sentDate: sent.toISOString() },
    });
    const messages = await archive(gateway, [
      message(at(-7, 1), at(-7, 1)),
      // Sent long after it was captured: its month is removed before its day.
      message(at(-7, 20), at(-2, 3), 2),
      message(at(-7, 20), at(-2, 3), 0, OTHER_EVENT),
      // Its event was captured in the month before, and is needed to send it again.
      { ...message(new Date(at(-6).getTime() - 5), at(-2, 3)), id: idAt(at(-6).toISOString()) },
      message(at(-6), at(-2, 3), 0, OTHER_EVENT),
      message(at(-3, 2), at(-3, 2), 2),
      message(at(0), at(0), 1),
    ]);
    for (const queued of messages) await queue(queued);
    await runDaily(at(1, 8), 2);
    await expectMonths(1);
    const kept = messages.slice(3);
    expect(await idsIn('webhook_message')).toEqual(kept.map(({ id }) => id).toSorted());
    expect(await idsIn('webhook_delivery', 'message_id')).toEqual(kept.map(({ id }) => id).toSorted());
    expect(await idsIn('event', 'position')).toEqual(kept.map(({ position }) => String(position)).toSorted());
    const attempted = [messages[1], messages.at(-1)].map((left) => left?.id).toSorted();
    expect(await idsIn('webhook_attempt', 'message_id')).toEqual(attempted);
    const { tally, wanted } = await tallies(gateway);
    expect(tally).toEqual(wanted);
    expect(tally).toHaveLength(4);
  });

  test('are created again after a long time without workers', async () => {
    await runDaily(at(15), MESSAGES_KEPT + AHEAD + 5);
    await expectMonths(15);
    expect([await idsIn('webhook_message'), await idsIn('message_tally', 'day')]).toEqual([[], []]);
    expect(await idsIn('webhook_delivery', 'message_id')).toEqual([]);
  });

  test('are kept by several processes concurrently', async () => {
    for (const day of [0, 1, 2])
      await Promise.all(Array.from({ length: 4 }, () => keepMessageMonths(database, at(16, day))));
    await expectMonths(16);
    expect(await detachedMonths()).toEqual([]);
  });

  test('are removed in three steps, a day apart, and not by a clock that was wrong', async () => {
    const [gone = ''] = named('webhook_message', 16 - MESSAGES_KEPT, 16 - MESSAGES_KEPT);
    const [goneAttempts = ''] = named('webhook_attempt', 16 - ATTEMPTS_KEPT, 16 - ATTEMPTS_KEPT);
    await keepMessageMonths(database, at(17));
    await keepMessageMonths(database, at(16, 20));
    // A wrong clock, which was set right since, found it old: the day starts over.
    await keepMessageMonths(database, at(17, 1));
    expect(await partitions('webhook_message')).toContain(gone);
    await keepMessageMonths(database, at(17, 2));
    expect(await partitions('webhook_message')).not.toContain(gone);
    expect(await detachedMonths()).toEqual([`${goneAttempts}_detached`, `${gone}_detached`]);
    await keepMessageMonths(database, at(17, 3));
    expect(await detachedMonths()).toEqual([]);
    await expectMonths(17);
  });

  test('are removed immediately at the request of an operator', async () => {
    await keepMessageMonths(database, at(18), true);
    await expectMonths(18);
    expect(await detachedMonths()).toEqual([]);
  });
});

onPostgreSql('the months to come', () => {
  test('are added while a reader holds an old one', async () => {
    const reading = Promise.withResolvers<undefined>();
    const release = Promise.withResolvers<undefined>();
    const reader = database.transaction(async (transaction) => {
      await transaction.run(COUNT_MESSAGES, []);
      reading.resolve(undefined);
      await release.promise;
    });
    await reading.promise;
    await keepMessageMonths(database, at(19));
    const keeper = keepMessageMonths(database, at(20));
    const [newest = ''] = named('webhook_message', 20 + AHEAD, 20 + AHEAD);
    await eventually(async () => (await partitions('webhook_message')).includes(newest));
    release.resolve(undefined);
    await Promise.all([reader, keeper]);
    expect(await partitions('webhook_message')).toContain(newest);
  });
});

describe('a clock 400 days ahead', () => {
  test('removes no month and no event within a day', async () => {
    await keepMessageMonths(database, at(20), true);
    const configurationId = await newConfiguration(gateway);
    const sentDate = at(20).toISOString();
    await archive(gateway, [{ configurationId, eventName: EVENT, progress: 'SUCCESS', sentDate }]);
    const [months, events] = [await partitions('webhook_message'), await idsIn('event', 'position')];
    expect(events).toHaveLength(1);
    await keepMessageMonths(database, at(33));
    await forget('old-events')(database, at(33));
    expect((await partitions('webhook_message')).slice(0, months.length)).toEqual(months);
    expect(await idsIn('event', 'position')).toEqual(events);
  });
});

describe('a month that was detached by a wrong clock', () => {
  /** The clock is set right afterwards: an empty month of the same name takes its place. */
  async function detachEarly(now: number): Promise<void> {
    await keepMessageMonths(database, at(now), true);
    const [early = ''] = named('webhook_message', now - MESSAGES_KEPT, now - MESSAGES_KEPT);
    await keepMessageMonths(database, at(now + 1, 1));
    await keepMessageMonths(database, at(now + 1, 2));
    await keepMessageMonths(database, at(now, 3));
    expect(await partitions('webhook_message')).toContain(early);
    expect(await detachedMonths()).toContain(`${early}_detached`);
  }

  test('does not prevent that later months are removed', async () => {
    await detachEarly(34);
    await runDaily(at(35, 3), 3);
    await expectMonths(35);
    expect(await detachedMonths()).toEqual([]);
  });

  test('is removed immediately at the request of an operator', async () => {
    await detachEarly(36);
    await keepMessageMonths(database, at(37), true);
    await expectMonths(37);
    expect(await detachedMonths()).toEqual([]);
  });
});
