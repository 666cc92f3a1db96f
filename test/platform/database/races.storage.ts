import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type { Database, Transaction } from '../../../src/platform/database/database.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { eventually } from '../../support/gateway.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { serverUrl } from '../../support/test-database.ts';

const POOL_SIZE = 2;
/** More than the pool has connections: if any were lost, the pool would run out of them. */
const LOSSES = 3;

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

const LOCK_ROW = ownStatement('test_lock_row', 'update duty set on_call = on_call where name = $1');
const SERIALIZABLE = ownStatement('test_serializable', 'set transaction isolation level serializable');
const COUNT_ON_CALL = ownStatement<{ onCall: number }>(
  'test_count_on_call',
  'select count(*)::int as "onCall" from duty where on_call',
);
const GO_HOME = ownStatement('test_go_home', 'update duty set on_call = false where name = $1');
const END_SESSION = ownStatement('test_end_session', 'select pg_terminate_backend(pg_backend_pid())');
const END_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;
const SESSION = ownStatement('test_session', 'select pg_backend_pid() as "pid"');

/** Returns a barrier: the first `count` arrivals wait for each other, later ones do not wait. */
function meeting(count: number): () => Promise<void> {
  let arrived = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    arrived += 1;
    if (arrived >= count) open();
    await opened;
  };
}

onPostgreSql('transactions on PostgreSQL', () => {
  let own: OwnDatabase;
  let database: Database;

  beforeAll(async () => {
    own = await OwnDatabase.open({ poolSize: POOL_SIZE });
    database = own.database;
    await own.sql('create table duty (name text primary key, on_call boolean not null)');
  });
  beforeEach(async () => {
    await own.sql('delete from duty');
    await own.sql(`insert into duty values ('ana', true), ('bruno', true)`);
  });
  afterAll(() => own.close());

  test('both succeed after a deadlock that one of them lost', async () => {
    let tries = 0;
    const meet = meeting(2);
    const lockBoth = (first: string, second: string) =>
      database.transaction(async (transaction) => {
        tries += 1;
        await transaction.run(LOCK_ROW, [first]);
        await meet();
        await transaction.run(LOCK_ROW, [second]);
      });
    await Promise.all([lockBoth('ana', 'bruno'), lockBoth('bruno', 'ana')]);
    expect(tries).toBeGreaterThan(2);
  });

  /** One of the two must stay on call: if both check at the same time, both could go home. */
  async function goHome(name: string, meet: (when: 'looked' | 'left') => Promise<void>): Promise<boolean> {
    return database.transaction(async (transaction: Transaction) => {
      await transaction.run(SERIALIZABLE, []);
      const [count] = await transaction.run(COUNT_ON_CALL, []);
      await meet('looked');
      if (count?.onCall !== 2) return false;
      await transaction.run(GO_HOME, [name]);
      await meet('left');
      return true;
    });
  }

  test.each(['looked', 'left'] as const)(
    'keep a rule between them when serialization fails after both have %s',
    async (where) => {
      for (let losses = 0; losses < LOSSES; losses += 1) {
        await own.sql('update duty set on_call = true');
        const meet = meeting(2);
        const meetThere = (when: string) => (when === where ? meet() : Promise.resolve());
        const wentHome = await Promise.all([goHome('ana', meetThere), goHome('bruno', meetThere)]);
        expect(wentHome.toSorted()).toEqual([false, true]);
      }
    },
  );

  test('return their connections when their sessions are terminated in the middle', async () => {
    for (let losses = 0; losses < LOSSES; losses += 1)
      await expect(database.transaction((transaction) => transaction.run(END_SESSION, []))).rejects.toThrow();
    const pids = await Promise.all(
      Array.from({ length: POOL_SIZE }, () => database.transaction((transaction) => transaction.run(SESSION, []))),
    );
    expect(new Set(pids.flat().map((row) => JSON.stringify(row))).size).toBe(POOL_SIZE);
  });

  test('succeed again after all their idle sessions were terminated from outside', async () => {
    await Promise.all([1, 2].map(() => database.transaction((transaction) => transaction.run(SESSION, []))));
    const operator = new pg.Client({ connectionString: own.url });
    await operator.connect();
    const ended = await operator.query(END_OTHERS);
    await operator.end();
    expect(ended.rowCount).toBeGreaterThan(0);
    const session = () => database.transaction((transaction) => transaction.run(SESSION, []));
    await eventually(() => session().catch(() => false));
    expect(await Promise.all(Array.from({ length: POOL_SIZE }, session))).toHaveLength(POOL_SIZE);
  });
});
