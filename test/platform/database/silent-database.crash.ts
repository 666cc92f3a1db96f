import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LIFT_TIMEOUTS } from '../../../src/platform/postgres/response-timeout.ts';
import { isOutage } from '../../../src/platform/database/database-failure.ts';
import { Database } from '../../../src/platform/database/database.ts';
import type { DatabaseOptions, OpenedDatabase } from '../../../src/platform/database/opened-database.ts';
import { openDatabase } from '../../../src/platform/open-database.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { entities, migrations } from '../../../src/capabilities.ts';
import { FaultProxy } from '../../faults/fault-proxy.ts';
import { serverUrl } from '../../support/test-database.ts';

const POOL_SIZE = 3;
/** Limit by the reliability page for a request whose statement or response was lost, in milliseconds. */
const ANSWERED_MS_MAX = 6_000;
const RECOVERED_MS_MAX = 3_000;
const BLACK_HOLE_MS = 6_000;
/** Limit for closing a database that does not respond, in milliseconds. */
const LEFT_MS_MAX = 4_000;
/** Longer than the timeouts of statements and of responses, in seconds. */
const LONG_SECONDS = 5.5;

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

const SESSION = ownStatement<{ pid: number }>('test_own_session', 'select pg_backend_pid() as "pid"');
const SLEEP = ownStatement('test_sleep', 'select pg_sleep($1)');

onPostgreSql('a database', () => {
  let proxy: FaultProxy;
  let options: DatabaseOptions;
  let opened: OpenedDatabase;
  let database: Database;

  beforeAll(async () => {
    const url = new URL(serverUrl ?? '');
    proxy = await FaultProxy.to(Number(url.port || '5432'));
    url.port = String(proxy.port);
    options = { url: url.toString(), dataDirectory: 'memory://', poolSize: POOL_SIZE, entities, migrations };
    opened = await openDatabase(options);
    database = new Database(opened.sessions);
  });
  afterAll(async () => {
    await opened.close();
    proxy.close();
  });

  /** Returns the session of each connection of the pool. */
  async function sessions(of: Database = database): Promise<readonly number[]> {
    const running = Array.from({ length: POOL_SIZE }, () =>
      of.transaction((transaction) => transaction.run(SESSION, [])),
    );
    return (await Promise.all(running)).flat().map(({ pid }) => pid);
  }

  /** Returns how work failed, and after how many milliseconds. */
  async function failureOf(work: Promise<unknown>): Promise<{ error: unknown; afterMs: number }> {
    const began = performance.now();
    const error: unknown = await work.then(
      () => undefined,
      (failure: unknown) => failure,
    );
    return { error, afterMs: performance.now() - began };
  }

  test('that stops responding is abandoned in time, as is every connection to it, idle or not', async () => {
    const before = await sessions();
    const blackHole = proxy.swallow(BLACK_HOLE_MS);
    const { error, afterMs } = await failureOf(database.run(SESSION, []));
    expect(isOutage(error)).toBe(true);
    expect(afterMs).toBeLessThan(ANSWERED_MS_MAX);
    await blackHole;
    const began = performance.now();
    const after = await sessions();
    expect(performance.now() - began).toBeLessThan(RECOVERED_MS_MAX);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  });

  test('runs a transaction without timeouts as long as it takes, and no other on its session', async () => {
    const patiently = database.transaction(async (transaction) => {
      await transaction.run(LIFT_TIMEOUTS, []);
      return transaction.run(SLEEP, [LONG_SECONDS]);
    });
    const impatiently = failureOf(database.run(SLEEP, [LONG_SECONDS]));
    expect(await patiently).toHaveLength(1);
    const { error, afterMs } = await impatiently;
    expect(error).toMatchObject({ code: '57014' });
    expect(afterMs).toBeLessThan(ANSWERED_MS_MAX);
    const all = await Promise.all(
      Array.from({ length: POOL_SIZE }, () => failureOf(database.run(SLEEP, [LONG_SECONDS]))),
    );
    expect(all.map((one) => one.error)).toMatchObject(all.map(() => ({ code: '57014' })));
  });

  test('that stops responding is closed in time', async () => {
    const leaving = await openDatabase(options);
    await sessions(new Database(leaving.sessions));
    const blackHole = proxy.swallow(LEFT_MS_MAX);
    const began = performance.now();
    await leaving.close();
    expect(performance.now() - began).toBeLessThan(LEFT_MS_MAX);
    await blackHole;
  });
});
