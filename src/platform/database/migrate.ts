import { setTimeout as wait } from 'node:timers/promises';
import { wasCutOff } from './database-failure.ts';
import { Database, type Sql } from './database.ts';
import type { OpenedDatabase } from './open-database.ts';
import { statement } from './statement.ts';

/** Any number that no other program on the same database uses: "gateway" in telephone keys. */
const MIGRATION_LOCK = 4_283_929;
const LOCK_POLL_MS = 100;
/** How often a start goes on with its migrations when its sessions were ended. */
const TRIES_MAX = 5;

/** The database holds migrations that this release does not know: it belongs to a newer one. */
export class SchemaIsNewer extends Error {}

/**
 * Brings the schema up to date and then runs `afterwards`, one process at a time: several that start together wait for
 * the first. All pending migrations are one transaction, so that one that is killed leaves nothing behind.
 * @throws SchemaIsNewer when the schema is ahead of this release
 */
export async function migrate(opened: OpenedDatabase, afterwards: () => Promise<void>): Promise<void> {
  if (opened.embedded) return migrateAlone(opened, afterwards);
  for (let tries = 1; ; tries += 1) {
    try {
      await migrateInTurn(opened, afterwards);
      return;
    } catch (error) {
      if (tries === TRIES_MAX || !wasCutOff(error)) throw error;
      await wait(LOCK_POLL_MS);
    }
  }
}

async function migrateInTurn(opened: OpenedDatabase, afterwards: () => Promise<void>): Promise<void> {
  await opened.orm.schema.ensureDatabase();
  await new Database(opened.entityManager).transaction(async (lock) => {
    while (!(await takesLock(lock))) await wait(LOCK_POLL_MS);
    await migrateAlone(opened, afterwards);
  });
}

async function migrateAlone(opened: OpenedDatabase, afterwards: () => Promise<void>): Promise<void> {
  await refuseNewerSchema(opened);
  await opened.orm.migrator.up();
  await afterwards();
}

/** Names of migrations that are still to run; empty when the schema fits this release. */
export async function pendingMigrations({ orm }: OpenedDatabase): Promise<readonly string[]> {
  const pending = await orm.migrator.getPending();
  return pending.map(({ name }) => name);
}

async function refuseNewerSchema(opened: OpenedDatabase): Promise<void> {
  const known = new Set(opened.migrationNames);
  const executed = await opened.orm.migrator.getExecuted();
  const unknown = executed.map(({ name }) => name).filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new SchemaIsNewer(
      `The database has migrations that this release does not know (${unknown.join(', ')}): start a release that does.`,
    );
}

const TRY_LOCK = statement('try_migration_lock', `select pg_try_advisory_xact_lock($1) as "taken"`);

async function takesLock(lock: Sql): Promise<boolean> {
  const [row] = await lock.run<{ taken: boolean }>(TRY_LOCK, [MIGRATION_LOCK]);
  return row?.taken === true;
}
