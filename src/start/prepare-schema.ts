/**
 * Does what a process does before it serves: waits for its database, migrates it, and explains what prevents that.
 * @packageDocumentation
 */

import { setTimeout as wait } from 'node:timers/promises';
import { apiRights, entities, migrations, seeds } from '../capabilities.ts';
import type { Config } from '../config/config.ts';
import { sqlState } from '../platform/database/database-failure.ts';
import { Database } from '../platform/database/database.ts';
import type { OpenedDatabase } from '../platform/database/opened-database.ts';
import { openDatabase } from '../platform/open-database.ts';
import { EnvironmentError } from '../platform/environment-error.ts';
import { throttledLog } from '../platform/observability/throttled-log.ts';
import { statement } from '../platform/statements/statement.ts';
import { grantRights } from '../platform/schema/grants.ts';
import { isMigrated, mayMigrate, migrate, refuseNewerSchema } from '../platform/schema/migrate.ts';
import { seedSandbox } from '../playground/sandbox-world/seed-sandbox.ts';
import { addMessageMonths } from '../webhooks/deliveries/message-retention.ts';
import { awaitDatabase } from './await-database.ts';
import type { Runtime } from '../composition/runtime.ts';
import { openSecretBox } from '../platform/schema/open-secret-box.ts';
import { databaseFailures } from './database-failures.ts';
import { explainedIn } from './explain-failure.ts';

/** Connections for migrations: one holds the lock while another works. */
const MIGRATION_POOL_SIZE = 4;
/** Delay between two checks whether another process has migrated, in milliseconds. */
const REST_MS = 1_000;
/** SQLSTATEs of a missing table, and of a missing right to read it. */
const NOT_THERE = new Set(['42P01', '42501']);
const WAITS_FOR_MIGRATIONS =
  'The database lacks migrations of this release, and the login of DATABASE_URL does not own its tables: run "migrate", or start a process with DATABASE_MIGRATION_URL.';

/** The database to migrate is not the one in use. */
class OtherDatabase extends EnvironmentError {}

/** The login cannot read the tables, or does not own them, and row-level security is not enabled. */
class UnfitLogin extends EnvironmentError {}

export interface Preparing {
  readonly config: Config;
  readonly runtime: Runtime;
  /** Is passed a sentence that says what the start waits for. */
  readonly report: (reason: string) => void;
  /** Runs once the database responds, before anything is written that uses its clock. */
  readonly begin: (opened: OpenedDatabase) => Promise<void>;
}

/**
 * Waits for the database, and migrates it with the login that owns its tables: that of DATABASE_MIGRATION_URL or of
 * DATABASE_URL. If neither does, it waits until another process has migrated it.
 * @returns whether the login of DATABASE_URL owns the tables, and thus can read everything
 */
export async function prepareSchema(opened: OpenedDatabase, preparing: Preparing): Promise<boolean> {
  const { config, report } = preparing;
  if (config.databaseMigrationUrl === undefined) await awaitUsed(opened, preparing, true);
  else await migrateByOwner(config.databaseMigrationUrl, preparing, opened);
  report('starting');
  const isOwner = await mayMigrate(opened);
  if (!isOwner && config.roles.has('api') && !config.rowLevelSecurity)
    throw new UnfitLogin(
      'The login of DATABASE_URL does not own the tables, so it can serve partners only with row-level security: set ROW_LEVEL_SECURITY=true.',
    );
  if (isOwner && config.databaseMigrationUrl === undefined) await bringUpToDate(opened, preparing);
  else await awaitMigrations(opened, preparing);
  return isOwner;
}

/** Waits for the database of DATABASE_URL; does nothing for the embedded one. */
async function awaitUsed(used: OpenedDatabase, preparing: Preparing, mayCreate: boolean): Promise<void> {
  const { config, runtime, report } = preparing;
  if (config.databaseUrl === undefined) return;
  const place = databaseFailures(config.databaseUrl);
  await awaitDatabase(used, { place, mayCreate, logger: runtime.logger, report });
}

/**
 * Does what only the owner of the tables can do, then closes the connections of its login.
 * @param used the database of DATABASE_URL, if `url` is that of DATABASE_MIGRATION_URL
 */
export async function migrateByOwner(url: string, preparing: Preparing, used?: OpenedDatabase): Promise<void> {
  const { config, runtime, report } = preparing;
  const { dataDirectory } = config;
  const { logger } = runtime;
  const place = databaseFailures(url, used && 'DATABASE_MIGRATION_URL');
  const owner = await openDatabase({
    url,
    dataDirectory,
    poolSize: MIGRATION_POOL_SIZE,
    entities,
    migrations,
    logger,
  });
  try {
    await explainedIn(place, () => awaitDatabase(owner, { place, mayCreate: true, logger, report }));
    if (used !== undefined) {
      await awaitUsed(used, preparing, false);
      await refuseOtherDatabase(owner, used);
    }
    await explainedIn(place, () => bringUpToDate(owner, preparing));
  } finally {
    await owner.close();
  }
}

/** What distinguishes a database from all others, on any server; a standby has the identity of its primary. */
const IDENTIFY_DATABASE = statement(
  'identify_database',
  `select system_identifier || ' ' || pg_database.oid as "identity"
   from pg_control_system() cross join pg_database where datname = current_database()`,
  { neverNull: ['identity'] },
);

/** Does not compare hosts, ports and names, which differ for the same database if one URL is that of a pooler. */
async function refuseOtherDatabase(owner: OpenedDatabase, used: OpenedDatabase): Promise<void> {
  await used.expectLastingSessions();
  const [migrated, inUse] = await Promise.all([owner, used].map(identityOf));
  if (migrated !== inUse)
    throw new OtherDatabase(
      'DATABASE_URL and DATABASE_MIGRATION_URL lead to different databases: write the same database in both. Nothing was migrated.',
    );
}

async function identityOf({ sessions }: OpenedDatabase): Promise<string | undefined> {
  const [found] = await sessions.run(IDENTIFY_DATABASE, []);
  return found?.identity;
}

async function bringUpToDate(opened: OpenedDatabase, { config, runtime, begin }: Preparing): Promise<void> {
  await migrate(opened, async () => {
    await begin(opened);
    await grantRights(opened, apiRights);
    const now = runtime.clock.now();
    const database = new Database(opened.sessions);
    await addMessageMonths(database, now);
    if (!config.sandbox) return;
    const secrets = await openSecretBox(config, opened);
    await seedSandbox(opened.entityManager, { random: runtime.random, secrets, now }, seeds);
  });
}

async function awaitMigrations(opened: OpenedDatabase, { config, runtime, report, begin }: Preparing): Promise<void> {
  const warn = throttledLog(runtime.logger, 'warn');
  await opened.expectLastingSessions();
  await begin(opened);
  while (!(await isMigratedYet(opened))) {
    // It has just been migrated.
    if (config.databaseMigrationUrl !== undefined)
      throw new UnfitLogin(
        'The login of DATABASE_URL cannot read the tables: use gateway_worker or gateway_api of deploy/logins.sql, or the login of DATABASE_MIGRATION_URL.',
      );
    report(WAITS_FOR_MIGRATIONS);
    warn({}, `${WAITS_FOR_MIGRATIONS} The gateway waits for them.`);
    await wait(REST_MS);
  }
  await refuseNewerSchema(opened);
}

async function isMigratedYet(opened: OpenedDatabase): Promise<boolean> {
  try {
    return await isMigrated(opened);
  } catch (error) {
    if (NOT_THERE.has(sqlState(error) ?? '')) return false;
    throw error;
  }
}
