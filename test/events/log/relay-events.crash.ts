import { randomUUID } from 'node:crypto';
import { setImmediate as others, setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventLog } from '../../../src/events/log/event-log.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { execute } from '../../../src/platform/schema/partitions.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { createPocket, gatheredCreations } from '../../../src/bank/pockets/create-pocket.ts';
import { systemRandom, systemClock } from '../../../src/platform/system.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { setPocketLimit } from '../../support/pockets.ts';
import { relayProcess, TestProcess } from '../../support/process.ts';
import { startRelay } from '../../support/relays.ts';
import { withSeed } from '../../support/test-random.ts';
import { TestDatabases } from '../../support/test-database.ts';
import { createConfiguration } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

const WRITERS = 48;
const RELAYS = 3;
/** Each event has a message for each of them. */
const CONFIGURATIONS = 3;
/** On PostgreSQL: lives of each relay; all but the last end by SIGKILL. */
const LIVES = 4;
const LIFE_MS_MAX = 250;
/** On PGlite, where everything runs in one process: number of pockets. */
const POCKETS_ON_PGLITE = 2_200;
/** Events that wait before any relay starts: more than one batch, so that it matters which it takes first. */
const BACKLOG = 2_080;
const ACCOUNTS = ['100001', '100003', '200001', '200002', '200003', '200005'];

const databases = new TestDatabases();
let gateway: Gateway;
let database: Database;
let url: string | undefined;
const creations = gatheredCreations();

beforeAll(async () => {
  url = await databases.createWithWorld();
  const environment = { ROLES: 'api', DATABASE_POOL_SIZE: '52', ...(url !== undefined && { DATABASE_URL: url }) };
  gateway = await Gateway.start({ environment });
  await forgetThePast(gateway.app.database);
  database = new Database(gateway.app.database.sessions);
  for (const text of NUMBER_EVENTS) await execute(database, text);
  for (const account of ACCOUNTS) await setPocketLimit(gateway, account, 1_000_000);
  for (let nth = 0; nth < CONFIGURATIONS; nth += 1)
    await createConfiguration(gateway, { context: 'POCKET', eventName: 'POCKET_ACCOUNT_WAS_CREATED' });
});
afterAll(async () => {
  await TestProcess.endAll();
  await gateway.stop();
  await databases.drop();
});

/** Writes into each event how many pockets of its account were committed before, read under the account's lock. */
const NUMBER_EVENTS = [
  `create function test_number_event() returns trigger language plpgsql as $$ begin
     new.body = jsonb_set(new.body::jsonb, '{metadata,nth}', to_jsonb((
       select count(*) from pocket join payment_account as account on account.id = pocket.account_id
       where account.number = new.body::jsonb #>> '{data,account,number}' and pocket.id <> new.subject_id
     )))::text;
     return new;
   end $$`,
  `create trigger test_number_event before insert on outbox for each row execute function test_number_event()`,
];

/** Creates pockets on one account while `isRunning`, and adds the numbers of those that were acknowledged. */
async function write(accountNumber: string, acknowledged: string[], isRunning: () => boolean): Promise<void> {
  const dependencies = {
    ...{ database, clock: systemClock, random: systemRandom, cnpjMayHaveLetters: false },
    ...{ eventLog: eventLog(() => undefined), creations },
  };
  const user = {
    name: 'Maria Exemplo',
    document: { value: '10020030240', type: 'CPF' },
    birthDate: '1990-01-31',
  } as const;
  while (isRunning()) {
    const result = await createPocket(
      dependencies,
      { partnerId: 'ACME_PAY', companyKey: 'ACME_PAY', correlationId: randomUUID() },
      {
        idempotencyKey: randomUUID(),
        accountNumber,
        user,
        currency: 'BRL',
        label: 'Race',
        useCase: 'CORPORATE_EXPENSES',
      },
    );
    if (!('row' in result)) throw new Error(`A pocket was refused: ${result.code}`);
    acknowledged.push(result.row.number);
  }
}

interface SeenEvent {
  readonly id: string;
  readonly entityId: string;
  readonly payload: { readonly metadata: { nth: number }; readonly data: { account: { number: string } } };
}

/** Follows the log as a partner does, with the last cursor, until a page is empty after `isComplete`. */
async function follow(isComplete: () => Promise<boolean>): Promise<SeenEvent[]> {
  const seen: SeenEvent[] = [];
  for (let after: string | null = null; ;) {
    const wasComplete = await isComplete();
    const { webhookEvents } = await gateway.data({
      query: `query ($after: String) {
        webhookEvents(first: 100, after: $after) { nodes { id entityId payload } pageInfo { endCursor } }
      }`,
      variables: { after },
    });
    seen.push(...webhookEvents.nodes);
    after = webhookEvents.pageInfo.endCursor ?? after;
    if (wasComplete && webhookEvents.nodes.length === 0) return seen;
  }
}

const NEXT_POSITIONS = ownStatement<{ position: number }>(
  'test_next_positions',
  'select log_position::int as "position" from event where log_position > $1 order by log_position limit 100',
);

/** Returns the positions in the order in which a reader of the table sees them. */
async function followPositions(isComplete: () => Promise<boolean>): Promise<number[]> {
  const seen: number[] = [];
  for (;;) {
    const wasComplete = await isComplete();
    const rows = await database.run(NEXT_POSITIONS, [seen.at(-1) ?? 0]);
    seen.push(...rows.map(({ position }) => position));
    if (wasComplete && rows.length === 0) return seen;
    await others();
  }
}

/** Runs one relay after another on this database; kills each but the last at a random moment. */
async function relayAndDie(databaseUrl: string, random: () => number): Promise<void> {
  for (let life = 1; life < LIVES; life += 1) {
    const relay = relayProcess(databaseUrl);
    await relay.says(/relaying/);
    await wait(random() * LIFE_MS_MAX);
    const { signal } = await relay.end('SIGKILL');
    if (signal !== 'SIGKILL') throw new Error(`A relay ended by itself: ${relay.errors}`);
  }
  await relayProcess(databaseUrl).says(/relaying/);
}

async function relayHere(isComplete: () => Promise<boolean>): Promise<void> {
  const { relay, capture } = startRelay(database);
  while (!(await isComplete())) {
    await relay.run(database, systemClock.now());
    await others();
  }
  await capture.stop();
}

const FIND_HEAD = ownStatement<{ position: number }>('test_find_head', 'select position::int from event_head');

const COUNT_OUTBOX = ownStatement<{ waiting: number }>(
  'test_count_outbox',
  'select count(*)::int as "waiting" from outbox',
);

const COUNT_TO_CAPTURE = ownStatement<{ waiting: number }>(
  'test_count_to_capture',
  'select count(*)::int as "waiting" from event_capture',
);

/** Nothing leaves the queue here; its key refuses duplicates. All events are one partner's: positions step alike. */
const COUNT_MESSAGES = ownStatement(
  'test_count_captured',
  `select count(*)::int as "messages", count(distinct configuration_id)::int as "configurations",
     count(distinct event_position)::int as "events", (select count(distinct log_position - position)::int from event) as "partnersSteps"
   from webhook_delivery`,
);

async function race(random: () => number): Promise<{ acknowledged: string[]; seen: SeenEvent[]; positions: number[] }> {
  const acknowledged: string[] = [];
  let isWritten = false;
  const isComplete = async () =>
    isWritten &&
    (await database.run(COUNT_OUTBOX, []))[0]?.waiting === 0 &&
    (await database.run(COUNT_TO_CAPTURE, []))[0]?.waiting === 0;
  const readers = Promise.all([follow(isComplete), followPositions(isComplete)]);
  const slots = Array.from({ length: RELAYS }, async () => {
    await eventually(() => Promise.resolve(acknowledged.length >= BACKLOG));
    await (url === undefined ? relayHere(isComplete) : relayAndDie(url, random));
  });
  let isRunning = () => acknowledged.length < POCKETS_ON_PGLITE;
  if (url !== undefined) {
    let relaysLive = true;
    isRunning = () => relaysLive;
    void Promise.allSettled(slots).then(() => (relaysLive = false));
  }
  await Promise.all(
    Array.from({ length: WRITERS }, (_, nth) =>
      write(ACCOUNTS[nth % ACCOUNTS.length] ?? '', acknowledged, () => isRunning()),
    ),
  );
  isWritten = true;
  const [[seen, positions]] = await Promise.all([readers, ...slots]);
  return { acknowledged, seen, positions };
}

describe('the event log, with 48 writers and relays that are killed', () => {
  test('shows each event once, without gaps, in the order of commits of its account, and queues its messages once', () =>
    withSeed(async (random) => {
      const [head] = await database.run(FIND_HEAD, []);
      const first = (head?.position ?? 0) + 1;
      const { acknowledged, seen, positions } = await race(random);
      expect(seen.map(({ entityId }) => entityId).toSorted()).toEqual(acknowledged.toSorted());
      expect(new Set(seen.map(({ id }) => id)).size).toBe(acknowledged.length);
      expect(positions).toEqual(Array.from(acknowledged, (_, index) => first + index));
      const [messages] = await database.run(COUNT_MESSAGES, []);
      expect(messages).toEqual({
        messages: CONFIGURATIONS * acknowledged.length,
        configurations: CONFIGURATIONS,
        events: acknowledged.length,
        partnersSteps: 1,
      });
      const byAccount = Map.groupBy(seen, ({ payload }) => payload.data.account.number);
      expect([...byAccount.keys()].toSorted()).toEqual(ACCOUNTS);
      for (const events of byAccount.values())
        expect(events.map(({ payload }) => payload.metadata.nth)).toEqual(Array.from(events, (_, index) => index));
    }));
});
