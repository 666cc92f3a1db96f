import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waits } from '../../../src/capabilities.ts';
import { followClock } from '../../../src/platform/database/set-back-clock.ts';
import { eventually } from '../../support/gateway.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { serverUrl } from '../../support/test-database.ts';

/** Longer than a statement may normally run, and than the database may be silent. */
const LONG_SECONDS = 5.5;
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
  await own.sql(`insert into retiring_month (name, parent, found_at, detached_at)
    values ('webhook_message_2026_01', 'webhook_message', now(), now())`);
});
afterAll(() => own.close());

/** Acts as if the clock had been this many seconds ahead when the time was last noted. */
async function setBack(seconds: number): Promise<void> {
  await own.sql(`update clock_mark set told_at = clock_timestamp() + ? * interval '1 second'`, [seconds]);
}

/** Lets so much time pass that all processes know of it. */
async function pass(): Promise<void> {
  await own.sql(`update clock_mark set owed_since = owed_since - interval '21 seconds'`);
}

const follow = () => followClock(own.database, waits);

/** Returns in how many seconds the latest instant of a column comes; NaN if there is none. */
async function secondsTo(table: string, column: string): Promise<number> {
  const [row] = await own.sql<{ seconds: number }>(
    `select extract(epoch from ${column} - clock_timestamp())::float8 as seconds from ${table} where ${column} is not null
     order by ${column} desc limit 1`,
  );
  return row?.seconds ?? NaN;
}

/** Sets the instants of `WAITS` in all rows to this many seconds from now. */
async function setWaits(seconds: number): Promise<void> {
  for (const [table, column] of WAITS)
    await own.sql(`update ${table} set ${column} = clock_timestamp() + ? * interval '1 second'`, [seconds]);
}

/** The sandbox world has rows with these, or the test adds one. */
const WAITS = [
  ['retiring_month', 'found_at'],
  ['retiring_month', 'detached_at'],
  ['webhook_breaker', 'next_probe_at'],
  ['webhook_breaker', 'drain_began_at'],
  ['webhook_delivery', 'due_at'],
  ['provider_gate', 'rests_until'],
  ['provider_gate', 'next_probe_at'],
  ['signing_key', 'published_at'],
  ['webhook_configuration', 'previous_secret_until'],
] as const;

/** Instants that are deliberately not shortened. */
const AS_IT_IS = [
  // Only shown: its delivery waits. Changes are reported as they were.
  'message_change.next_attempt_at',
  // Kept for that much longer: the same response is replayed.
  'idempotency_key.expires_at',
  'spent_proof.expires_at',
  'installation.open_cursors_until',
];

test('every instant that something waits for is shortened, or named as an exception', async () => {
  const columns = await own.sql<{ name: string }>(
    `select table_name || '.' || column_name as name
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = current_schema() and table_type = 'BASE TABLE' and data_type like 'timestamp%' and table_name !~ '_[0-9]{4}_'
       and column_name ~ '(due|until|expires|next|rests|leased|from)'`,
  );
  const isShortened = (name: string) => {
    const [table = '', column = ''] = name.split('.');
    return waits.some(({ text }) => text.includes(`update ${table} `) && new RegExp(`\\b${column} =`).test(text));
  };
  expect(columns.length).toBeGreaterThan(AS_IT_IS.length);
  const left = columns.map(({ name }) => name).filter((name) => !isShortened(name));
  expect(left.toSorted()).toEqual(AS_IT_IS.toSorted());
});

test('a clock that runs normally, or is set back by less than two seconds, shortens nothing', async () => {
  await setWaits(5_000);
  for (const seconds of [-3_600, 0, 1.5]) {
    await setBack(seconds);
    expect(await follow()).toBe(0);
    await pass();
    expect(await follow()).toBe(0);
  }
  for (const [table, column] of WAITS) expect(await secondsTo(table, column)).toBeGreaterThan(4_000);
});

test('waits are shortened by as much as the clock was set back, once all processes know of it', async () => {
  await setWaits(5_000);
  await setBack(3_600);
  expect(await follow()).toBe(0);
  expect(await follow()).toBe(0);
  for (const [table, column] of WAITS) expect(await secondsTo(table, column)).toBeGreaterThan(4_000);
  await pass();
  expect(await follow()).toBeGreaterThan(3_500);
  for (const [table, column] of WAITS) {
    const seconds = await secondsTo(table, column);
    expect({ column, isShorter: seconds > 1_000 && seconds < 1_500 }).toEqual({ column, isShorter: true });
  }
  expect(await follow()).toBe(0);
});

test('one of several processes shortens the waits, and two steps add up', async () => {
  await setWaits(10_000);
  await setBack(3_000);
  await follow();
  await setBack(2_000);
  await follow();
  await pass();
  const shortened = await Promise.all([follow(), follow(), follow()]);
  expect(shortened.filter((seconds) => seconds > 0)).toHaveLength(1);
  expect(Math.max(...shortened)).toBeGreaterThan(4_900);
  for (const [table, column] of WAITS) expect(await secondsTo(table, column)).toBeLessThan(5_200);
});

test('a clock that is corrected before all processes know of it shortens nothing', async () => {
  await setWaits(5_000);
  await setBack(3_600);
  expect(await follow()).toBe(0);
  await setBack(-3_605);
  expect(await follow()).toBe(0);
  await pass();
  expect(await follow()).toBe(0);
  for (const [table, column] of WAITS) expect(await secondsTo(table, column)).toBeGreaterThan(4_000);
});

test('an expired code does not become valid again', async () => {
  await own.sql(`insert into totp_challenge (id, partner_id, digest, secret, document, key_type, key_value, wrong_codes,
      created_at, expires_at)
    select gen_random_uuid(), id, 'digest', 'sealed', '10020030130', 'EMAIL', 'one@example.com', 0,
      clock_timestamp() + interval '3590 seconds' - interval '10 minutes',
      clock_timestamp() + interval '3590 seconds' - interval '5 minutes'
    from partner limit 1`);
  await setBack(3_600);
  await follow();
  await pass();
  await follow();
  expect(await secondsTo('totp_challenge', 'expires_at')).toBeLessThan(-290);
  expect(await secondsTo('totp_challenge', 'created_at')).toBeLessThan(-590);
});

/** Changes a row with a wait while a trigger sleeps; it waits for locks as long as a statement of the product. */
async function changeMeanwhile(): Promise<void> {
  const asleep = `select pid from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`;
  await eventually(async () => (await own.sql(asleep)).length > 0);
  await own.sql('update webhook_breaker set next_probe_at = next_probe_at');
}

onPostgreSql('the waits of many retries', () => {
  test('are shortened however long that takes, and meanwhile no other row is locked', async () => {
    await setWaits(5_000);
    await own.sql(`create function take_long() returns trigger language plpgsql
      as 'begin perform pg_sleep(${LONG_SECONDS}); return null; end'`);
    await own.sql('create trigger takes_long after update on webhook_delivery execute function take_long()');
    await setBack(3_600);
    await follow();
    await pass();
    const [seconds] = await Promise.all([follow(), changeMeanwhile()]);
    expect(seconds).toBeGreaterThan(3_500);
    for (const [table, column] of WAITS) expect(await secondsTo(table, column)).toBeLessThan(1_500);
  });
});
