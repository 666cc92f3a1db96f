import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { MikroORM } from '@mikro-orm/pglite';
import { Database, type Sql } from '../../../src/platform/database/database.ts';
import { EmbeddedDatabase, type OpenPglite } from '../../../src/platform/embedded/embedded-database.ts';
import { EmbeddedDialect } from '../../../src/platform/embedded/embedded-dialect.ts';
import { EmbeddedSessions } from '../../../src/platform/embedded/embedded-sessions.ts';
import { openIn, openInMemory } from '../../../src/platform/embedded/open-pglite.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { TemporaryFolders } from '../../support/temporary-folders.ts';

const INSERT = ownStatement('embedded_test_insert', 'insert into thing (id) values ($1)');
const READ = ownStatement<{ id: number }>('embedded_test_read', 'select id from thing order by id');
const COUNT = ownStatement('embedded_test_count', 'select count(*)::int from generate_series(1, 100000)');
const BROKEN = ownStatement('embedded_test_broken', 'select from nothing');
const BEGIN = ownStatement('embedded_test_begin', 'begin');

/** Longer than statements may take in one turn of the event loop, in milliseconds. */
const BUSY_MS = 30;
/** PostgreSQL's crash_shutdown, which is reported as an outage. */
const DOWN = '57P02';

const folders = new TemporaryFolders();
/** Every PGlite that was opened; the last one is in use. */
let opened: PGlite[];
let close: () => Promise<void>;
let database: Database;

async function start(open: OpenPglite): Promise<void> {
  opened = [];
  const embedded = await EmbeddedDatabase.start(async (left) => {
    const pglite = await open(left);
    opened.push(pglite);
    return pglite;
  });
  const options = {
    dbName: 'postgres',
    driverOptions: new EmbeddedDialect(embedded),
    discovery: { warnWhenNoEntities: false },
  };
  const orm = await MikroORM.init(options);
  close = () => orm.close(true);
  database = new Database(new EmbeddedSessions(orm.em, embedded));
  await inUse().exec('create table thing (id int primary key)');
}

/** Resolves in a turn of the event loop in which statements have used up their time. */
async function busyTurn(transaction: Sql): Promise<void> {
  await nextTurn();
  await transaction.run(READ, []);
  const until = performance.now() + BUSY_MS;
  while (performance.now() < until);
}

function inUse(): PGlite {
  const pglite = opened.at(-1);
  if (pglite === undefined) throw new Error('None was opened.');
  return pglite;
}

/** Simulates a failing disk: the write-ahead log cannot be written, and PostgreSQL shuts down. */
async function breakFiles(): Promise<void> {
  await inUse().fs?.closeFs();
}

function corruptMemory(): void {
  const heap: unknown = Reflect.get(inUse().Module, 'HEAPU8');
  if (!(heap instanceof Uint8Array)) throw new TypeError('PGlite keeps its memory elsewhere.');
  heap.fill(0);
}

async function ids(): Promise<readonly number[]> {
  return (await database.run(READ, [])).map(({ id }) => id);
}

afterEach(async () => {
  await close();
  folders.remove();
});

describe.each([
  ['in a folder', () => openIn(join(folders.make(), 'pglite'))],
  ['in memory', () => openInMemory],
])('the embedded database %s', (_where, opener) => {
  beforeEach(() => start(opener()));

  test('is opened again when it becomes unusable, with everything that was committed', async () => {
    await database.run(INSERT, [1]);
    await breakFiles();
    await expect(database.run(INSERT, [2])).rejects.toMatchObject({ code: DOWN });
    await database.run(INSERT, [3]);
    expect(await ids()).toEqual([1, 3]);
    expect(opened).toHaveLength(2);
  });

  test('is opened again when its memory is corrupted', async () => {
    await database.run(INSERT, [1]);
    corruptMemory();
    await expect(database.run(INSERT, [2])).rejects.toMatchObject({ code: DOWN });
    expect(await ids()).toEqual([1]);
  });

  test('does not continue a transaction that began before, and keeps nothing of it', async () => {
    const running = database.transaction(async (transaction) => {
      await transaction.run(INSERT, [1]);
      await breakFiles();
      await transaction.run(INSERT, [2]).catch(() => undefined);
      await transaction.run(INSERT, [3]);
    });
    await expect(running).rejects.toMatchObject({ code: DOWN });
    expect(await ids()).toEqual([]);
  });

  test('stays open after a failed statement, on its own and in a transaction', async () => {
    await database.run(INSERT, [1]);
    await expect(database.run(INSERT, [1])).rejects.toMatchObject({ code: '23505' });
    const again = database.transaction(async (transaction) => {
      await transaction.run(INSERT, [1]).catch(() => undefined);
      await transaction.run(INSERT, [2]);
    });
    await expect(again).rejects.toMatchObject({ code: '25P02' });
    await database.run(INSERT, [3]);
    expect(await ids()).toEqual([1, 3]);
    expect(opened).toHaveLength(1);
  });

  test('survives more failed statements than its stack has room for', async () => {
    await database.run(INSERT, [1]);
    for (let nth = 0; nth < 3_500; nth += 1) await database.run(INSERT, [1]).catch(() => undefined);
    await database.run(INSERT, [2]);
    expect(await ids()).toEqual([1, 2]);
    expect(opened).toHaveLength(1);
  });

  test('lets other work run between statements that were sent together', async () => {
    let turns = 0;
    const count = setInterval(() => (turns += 1), 0);
    await Promise.all(Array.from({ length: 60 }, () => database.run(COUNT, [])));
    clearInterval(count);
    // Each takes some milliseconds.
    expect(turns).toBeGreaterThan(10);
  });

  test('runs no statement of a transaction after its end while the event loop is busy', async () => {
    const refused = database.transaction(async (transaction) => {
      await busyTurn(transaction);
      return transaction.pipeline((sql) => Promise.all([sql.run(BROKEN, []), sql.run(INSERT, [1])]));
    });
    const other = database.transaction((transaction) => transaction.run(INSERT, [2]));
    await expect(refused).rejects.toMatchObject({ code: '42P01' });
    await other;
    // A delayed one would have run by now.
    for (let turns = 0; turns < 3; turns += 1) await nextTurn();
    expect(await ids()).toEqual([2]);
    const committed = database.transaction(async (transaction) => {
      await busyTurn(transaction);
      transaction.pipelineWithCommit((sql) => Promise.all([sql.run(INSERT, [3]), sql.run(INSERT, [2])]));
    });
    await expect(committed).rejects.toMatchObject({ code: '23505' });
    expect(await ids()).toEqual([2]);
  });

  test('fails a transaction that cannot begin, and runs the next one', async () => {
    await database.run(BEGIN, []);
    await inUse()
      .query('select 1 / 0')
      .catch(() => undefined);
    await expect(database.transaction((transaction) => transaction.run(INSERT, [1]))).rejects.toMatchObject({
      code: DOWN,
    });
    await database.transaction((transaction) => transaction.run(INSERT, [2]));
    expect(await ids()).toEqual([2]);
  });
});

describe('a folder that cannot be opened again', () => {
  const STATEMENTS = 50;

  test('makes all statements retryable, without an attempt for each', async () => {
    const open = openIn(join(folders.make(), 'pglite'));
    let tries = 0;
    await start(async (left) => {
      if (left !== undefined) {
        tries += 1;
        throw new Error('Its disk is gone.');
      }
      return open();
    });
    await breakFiles();
    for (let nth = 0; nth < STATEMENTS; nth += 1)
      await expect(database.run(INSERT, [nth])).rejects.toMatchObject({ code: DOWN });
    // One each 500 ms, however slow the machine is.
    expect(tries).toBeLessThan(STATEMENTS / 5);
  });
});
