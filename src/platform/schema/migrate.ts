/**
 * Prepares the tables of a database: migrations, roles and monthly partitions.
 * @packageDocumentation
 */

import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from '@mikro-orm/core';
import { EnvironmentError } from '../environment-error.ts';
import { LIFT_TIMEOUTS } from '../postgres/response-timeout.ts';
import { isTransient, sqlState, wasCutOff, wasMadeMeanwhile } from '../database/database-failure.ts';
import { Database, type Sql } from '../database/database.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { statement } from '../statements/statement.ts';

/** A number that no other program on the same database uses: "gateway" on a telephone keypad. */
const MIGRATION_LOCK = 4_283_929;
const LOCK_POLL_MS = 100;
/** How many times a start attempts its migrations if its sessions are ended, or lose deadlocks. */
const TRIES_MAX = 5;
/** Rest after a deadlock that was lost again and again, in milliseconds: what waited for the migrations goes on. */
const DEADLOCK_REST_MS = 2_000;

/** The oldest PostgreSQL that supports all that the migrations use (ours: the one that is tested). */
const SERVER_MAJOR_MIN = 15;
/** Encodings of a database; `SQL_ASCII` stores the bytes of any text. */
const STORES_ALL_TEXTS: ReadonlySet<string> = new Set(['UTF8', 'SQL_ASCII']);
/** How PostgreSQL numbers its releases: 15.7 is 150007. */
const VERSIONS_PER_MAJOR = 10_000;

/** The server's release is too old for the migrations. */
class ServerIsTooOld extends EnvironmentError {}

/** The database cannot store all texts. */
class UnfitEncoding extends EnvironmentError {}

/** The database has migrations that this release does not know: it belongs to a newer one. */
export class SchemaIsNewer extends EnvironmentError {}

/**
 * Brings the schema up to date and then runs `afterwards`, one process at a time: processes that start concurrently
 * wait for the first. All pending migrations are one transaction, so that a killed process leaves nothing behind.
 * @throws SchemaIsNewer when the schema is ahead of this release, ServerIsTooOld, UnfitEncoding, SessionsAreShared
 */
export function migrate(opened: OpenedDatabase, afterwards: () => Promise<void>): Promise<void> {
  return alone(opened, async () => {
    const executed = await refuseNewerSchema(opened);
    if (executed.length === 0) await refuseOtherEncoding(opened);
    await patiently(opened, (options) => opened.orm.migrator.up(options));
    await afterwards();
  });
}

/**
 * Reverts the executed migrations after `last`, newest first, in one transaction: data that they added is lost.
 * @returns their names, newest first; none if another process was faster
 * @throws SchemaIsNewer when there are some that this release does not know, and so cannot revert
 */
export async function rollBack(opened: OpenedDatabase, last: string): Promise<readonly string[]> {
  let reverted: readonly string[] = [];
  await alone(opened, async () => {
    const executed = await refuseNewerSchema(opened);
    reverted = executed.includes(last) ? executed.slice(executed.indexOf(last) + 1).toReversed() : [];
    if (reverted.length === 0) return;
    await patiently(opened, (options) => opened.orm.migrator.down({ ...options, to: last }));
  });
  return reverted;
}

/** Runs `work` while no other process changes the schema. */
async function alone(opened: OpenedDatabase, work: () => Promise<void>): Promise<void> {
  if (opened.embedded) return work();
  for (let tries = 1; ; tries += 1) {
    try {
      await inTurn(opened, work);
      return;
    } catch (error) {
      const isLostRace = isTransient(error);
      if (tries === TRIES_MAX || !(isLostRace || wasCutOff(error) || wasMadeMeanwhile(error))) throw error;
      await wait(isLostRace ? DEADLOCK_REST_MS : LOCK_POLL_MS);
    }
  }
}

async function inTurn(opened: OpenedDatabase, work: () => Promise<void>): Promise<void> {
  await ensureDatabase(opened);
  await opened.expectLastingSessions();
  await new Database(opened.sessions).transaction(async (lock) => {
    // This session is idle while another one migrates.
    await lock.run(LIFT_TIMEOUTS, []);
    await refuseOldServer(lock);
    while (!(await takesLock(lock))) await wait(LOCK_POLL_MS);
    await work();
  });
}

/** Creates the database if it is missing: over a connection to another one, which MikroORM would keep if that fails. */
export async function ensureDatabase({ orm, entityManager: { config }, entityManager }: OpenedDatabase): Promise<void> {
  const name = config.get('dbName');
  try {
    await orm.schema.ensureDatabase({ forceCheck: true });
  } catch (error) {
    config.set('dbName', name);
    await entityManager.getDriver().reconnect({ skipOnConnect: true });
    throw error;
  }
}

/** Changes the schema, if necessary, in one transaction in which statements may take as long as they need. */
async function patiently(
  opened: OpenedDatabase,
  work: (options: { readonly transaction: Transaction<object> }) => Promise<readonly unknown[]>,
): Promise<void> {
  // Creates MikroORM's own table, over another connection: the embedded database has none beside a transaction.
  await opened.orm.migrator.getExecuted();
  const changes = await opened.entityManager.fork().transactional(async (patient) => {
    await patient.execute(LIFT_TIMEOUTS.text);
    const transaction = patient.getTransactionContext<Transaction<object>>();
    if (transaction === undefined) throw new Error('There is no transaction in a transaction.');
    return work({ transaction });
  });
  if (changes.length > 0) await opened.learnTypes();
}

/** Reads MikroORM's own table. */
const FIND_EXECUTED = statement('find_executed_migrations', 'select name from mikro_orm_migrations order by id');
const UNDEFINED_TABLE = '42P01';

/**
 * Returns the names of the migrations that the database has, oldest first. Unlike MikroORM, it creates no table in a
 * database without any, which may be that of another program.
 */
export async function executedMigrations(opened: OpenedDatabase): Promise<readonly string[]> {
  try {
    return await readExecuted(opened);
  } catch (error) {
    if (sqlState(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

/** Returns the names of migrations that are still to run; empty when the schema fits this release. */
export async function pendingMigrations(opened: OpenedDatabase): Promise<readonly string[]> {
  return missingIn(await executedMigrations(opened), opened);
}

/**
 * Checks whether a database that was migrated before has all migrations of this release. It can be called often:
 * MikroORM's own check defines an entity for its table each time, and never frees it.
 */
export async function isMigrated(opened: OpenedDatabase): Promise<boolean> {
  return missingIn(await readExecuted(opened), opened).length === 0;
}

async function readExecuted({ sessions }: OpenedDatabase): Promise<readonly string[]> {
  const rows = await sessions.run(FIND_EXECUTED, []);
  return rows.map(({ name }) => name);
}

function missingIn(executed: readonly string[], { migrationNames }: OpenedDatabase): readonly string[] {
  const names = new Set(executed);
  return migrationNames.filter((name) => !names.has(name));
}

/**
 * Checks whether the login may change the schema: it owns the tables, or there are none yet and it may create them. Any
 * other login only works with them.
 */
export async function mayMigrate({ embedded, sessions }: OpenedDatabase): Promise<boolean> {
  if (embedded) return true;
  const [row] = await new Database(sessions).run(FIND_WHETHER_OWNER, []);
  return row?.isOwner === true;
}

const FIND_WHETHER_OWNER = statement(
  'find_whether_owner',
  `select case when to_regclass('mikro_orm_migrations') is null then has_schema_privilege(current_schema(), 'create')
     else (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('mikro_orm_migrations'))
     end as "isOwner"`,
);

/** Returns the executed migrations, oldest first. @throws SchemaIsNewer when this release does not know all of them */
export async function refuseNewerSchema(opened: OpenedDatabase): Promise<readonly string[]> {
  const known = new Set(opened.migrationNames);
  const executed = await executedMigrations(opened);
  const unknown = executed.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new SchemaIsNewer(
      `The database has migrations that this release does not know (${unknown.join(', ')}): start a newer release.`,
    );
  return executed;
}

const FIND_SERVER_VERSION = statement(
  'find_server_version',
  `select current_setting('server_version_num') as "version"`,
);

async function refuseOldServer(sql: Sql): Promise<void> {
  const [row] = await sql.run(FIND_SERVER_VERSION, []);
  const major = Math.floor(Number(row?.version) / VERSIONS_PER_MAJOR);
  if (major < SERVER_MAJOR_MIN)
    throw new ServerIsTooOld(
      `DATABASE_URL names a PostgreSQL ${major}: this release needs ${SERVER_MAJOR_MIN} or newer.`,
    );
}

const FIND_ENCODING = statement('find_encoding', `select current_setting('server_encoding') as "encoding"`, {
  neverNull: ['encoding'],
});

/** Refuses a new database in whose encoding a name with other characters would be an internal error. */
async function refuseOtherEncoding({ sessions }: OpenedDatabase): Promise<void> {
  const [row] = await sessions.run(FIND_ENCODING, []);
  if (row !== undefined && !STORES_ALL_TEXTS.has(row.encoding))
    throw new UnfitEncoding(
      `DATABASE_URL names a database with the encoding ${row.encoding}, which cannot store all texts: create it with "create database NAME encoding 'UTF8' template template0".`,
    );
}

const TRY_LOCK = statement('try_migration_lock', `select pg_try_advisory_xact_lock($1) as "taken"`);

async function takesLock(lock: Sql): Promise<boolean> {
  const [row] = await lock.run(TRY_LOCK, [MIGRATION_LOCK]);
  return row?.taken === true;
}
