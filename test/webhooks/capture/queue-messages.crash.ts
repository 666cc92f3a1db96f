import { setImmediate as others } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { forgetOldEvents } from '../../../src/events/log/forget-old-events.ts';
import { numberEvents } from '../../../src/events/log/relay-events.ts';
import { LIFT_TIMEOUTS } from '../../../src/platform/postgres/response-timeout.ts';
import { type SqlValue, type Statement } from '../../../src/platform/statements/statement.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { systemClock } from '../../../src/platform/system.ts';
import { failingWork } from '../../support/failing-work.ts';
import { eventually } from '../../support/gateway.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { relayProcess, TestProcess } from '../../support/process.ts';
import { startRelay } from '../../support/relays.ts';
import { serverUrl } from '../../support/test-database.ts';
import { forgetThePast } from '../../support/world.ts';

const GREEDY = 'ACME_PAY';
const OTHER = 'BETA_PAY';
/** More than fit into one statement for half as many events. */
const CONFIGURATIONS = 1_002;
/** Fewer on PGlite, which does not cancel slow statements. */
const EVENTS = serverUrl === undefined ? 20 : 500;
const KILLS = 3;
/** Configurations for which one event's messages exceed the time of a statement, at 20 ms each. */
const SLOW = 300;

const opened: OwnDatabase[] = [];

afterEach(async () => {
  await TestProcess.endAll();
  for (const own of opened.splice(0)) await own.close();
});

/** Opens the sandbox world without past events. */
async function openWorld(): Promise<OwnDatabase> {
  const own = await OwnDatabase.open();
  opened.push(own);
  await forgetThePast(own.opened);
  return own;
}

async function configure(own: OwnDatabase, partnerId: string, count: number): Promise<void> {
  await own.sql(
    `with added as (
       insert into webhook_configuration (id, partner_id, name, context, event_name, uri, public_key, secret, status, created_at)
       select gen_random_uuid(), ?, 'Hook', 'PIX', 'PIX_CASH_IN_WAS_CLEARED', 'https://a.example/' || nth, 'k', 's', 'ENABLED', now()
       from generate_series(1, ?::int) as nth
       returning *
     )
     insert into webhook_configuration_event (configuration_id, event_name, partner_id, uri, nth)
     select id, event_name, partner_id, uri, 0 from added`,
    [partnerId, count],
  );
}

async function record(own: OwnDatabase, partnerId: string, count: number): Promise<void> {
  await own.sql(
    `insert into outbox (event_id, partner_id, name, context, entity_id, subject_id, idempotency_key, correlation_id,
       occurred_at, body)
     select gen_random_uuid(), ?, 'PIX_CASH_IN_WAS_CLEARED', 'PIX', 'E', gen_random_uuid(), gen_random_uuid(),
       gen_random_uuid(), now(), '{}'
     from generate_series(1, ?::int)`,
    [partnerId, count],
  );
}

/** Runs a count, of half a million messages, without a timeout. */
async function rowOf<Row>(
  own: OwnDatabase,
  count: Statement<Row, readonly SqlValue[]>,
  partnerId: string,
): Promise<Row | undefined> {
  const [row] = await own.database.transaction(async (transaction) => {
    await transaction.run(LIFT_TIMEOUTS, []);
    return transaction.run(count, [partnerId]);
  });
  return row;
}

const COUNT_QUEUED = ownStatement<{ count: number }>(
  'count_queued_by_test',
  'select count(*)::int as "count" from webhook_delivery where partner_id = $1',
);

async function queued(own: OwnDatabase, partnerId: string): Promise<number> {
  return (await rowOf(own, COUNT_QUEUED, partnerId))?.count ?? 0;
}

const LEFT = `select (select count(*) from outbox)::int as "unnumbered", (select count(*)::int from event) as "events",
  (select max(log_position) - min(log_position) + 1 from event)::int as "span"`;

async function logOf(own: OwnDatabase) {
  const [row] = await own.sql<{ unnumbered: number; events: number; span: number }>(LEFT);
  return row;
}

/** Runs a relay in this process until `isDone`. */
async function relayUntil(own: OwnDatabase, isDone: () => Promise<boolean>, failing = failingWork()): Promise<void> {
  const { relay, capture } = startRelay(own.database, failing);
  while (!(await isDone())) {
    await relay.run(own.database, systemClock.now());
    await others();
  }
  await capture.stop();
}

/** Runs a relay in a process of its own, which is killed once `isDone`. */
async function relayAndDie(databaseUrl: string, isDone: () => Promise<boolean>): Promise<void> {
  const relay = relayProcess(databaseUrl);
  await relay.says(/relaying/);
  await eventually(isDone);
  const { signal } = await relay.end('SIGKILL');
  if (signal !== 'SIGKILL') throw new Error(`A relay ended by itself: ${relay.errors}`);
}

interface Captured {
  readonly partnerId: string;
  readonly events: number;
  readonly configurations: number;
}

const COMPARE_QUEUED = ownStatement<Record<string, number>>(
  'compare_queued_by_test',
  `select count(*)::int as "messages", count(distinct message_id)::int as "ids",
     count(distinct event_position)::int as "events", count(distinct configuration_id)::int as "configurations",
     count(*) filter (where previous_sequence <> before)::int as "astray"
   from (
     select delivery.*, coalesce(lag(event.epoch || '.' || event.position) over (
       partition by configuration_id order by event_position
     ), 'none') as before
     from webhook_delivery as delivery join event on event.partner_id = delivery.partner_id and event.position = delivery.event_position
     where delivery.partner_id = $1
   ) as queued`,
);

/** Expects one message per event and configuration, each naming the one before: nothing leaves the queue here. */
async function expectAllOnce(own: OwnDatabase, { partnerId, events, configurations }: Captured): Promise<void> {
  const messages = events * configurations;
  const found = await rowOf(own, COMPARE_QUEUED, partnerId);
  expect(found).toEqual({ messages, ids: messages, events, configurations, astray: 0 });
}

test('a partner with a thousand configurations and five hundred events delays no other, whenever relays are killed', async () => {
  const own = await openWorld();
  await configure(own, GREEDY, CONFIGURATIONS);
  await configure(own, OTHER, 1);
  await record(own, GREEDY, EVENTS);
  await record(own, OTHER, 5);
  const ofGreedy = CONFIGURATIONS * EVENTS;
  const isNumbered = async () => (await logOf(own))?.unnumbered === 0;
  const isOtherServed = async () => (await isNumbered()) && (await queued(own, OTHER)) === 5;
  if (own.url === undefined) await relayUntil(own, isOtherServed);
  else
    for (let nth = 1; nth <= KILLS; nth += 1)
      await relayAndDie(own.url, async () => {
        return (await isOtherServed()) && (await queued(own, GREEDY)) > (nth * ofGreedy) / (4 * KILLS);
      });
  expect(await logOf(own)).toEqual({ unnumbered: 0, events: EVENTS + 5, span: EVENTS + 5 });
  await relayUntil(own, async () => (await queued(own, GREEDY)) >= ofGreedy);
  await expectAllOnce(own, { partnerId: GREEDY, events: EVENTS, configurations: CONFIGURATIONS });
  await expectAllOnce(own, { partnerId: OTHER, events: 5, configurations: 1 });
  expect(await own.sql('select * from event_capture')).toEqual([]);
});

test('one event for ten thousand configurations is captured in parts, in order with the next', async () => {
  const own = await openWorld();
  await configure(own, GREEDY, 10_000);
  await record(own, GREEDY, 2);
  await relayUntil(own, async () => (await queued(own, GREEDY)) >= 20_000);
  await expectAllOnce(own, { partnerId: GREEDY, events: 2, configurations: 10_000 });
});

// PGlite does not cancel slow statements.
(serverUrl === undefined ? describe.skip : describe)('a partner whose messages are queued too slowly', () => {
  test('is captured in smaller and smaller parts, and delays no other', async () => {
    const own = await openWorld();
    await configure(own, GREEDY, SLOW);
    await configure(own, OTHER, 1);
    await own.sql(`create function be_slow() returns trigger language plpgsql
      as $$ begin perform pg_sleep(0.02); return new; end $$`);
    await own.sql(`create trigger slow before insert on webhook_delivery for each row
      when (new.partner_id = '${GREEDY}') execute function be_slow()`);
    await record(own, GREEDY, 1);
    await record(own, OTHER, 5);
    await relayUntil(own, async () => (await queued(own, OTHER)) === 5);
    await relayUntil(own, async () => (await queued(own, GREEDY)) >= SLOW);
    await expectAllOnce(own, { partnerId: GREEDY, events: 1, configurations: SLOW });
  });
});

test('events of any age are kept until their messages are queued', async () => {
  const own = await openWorld();
  await configure(own, GREEDY, 1);
  await record(own, GREEDY, 3);
  const later = new Date(systemClock.now().getTime() + 86_400_000);
  await own.database.transaction((sql) => numberEvents(sql));
  await forgetOldEvents(own.database, later);
  expect(await logOf(own)).toMatchObject({ events: 3 });
  await relayUntil(own, async () => (await queued(own, GREEDY)) === 3);
  await forgetOldEvents(own.database, later);
  expect(await logOf(own)).toMatchObject({ events: 0 });
});
