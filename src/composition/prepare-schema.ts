import { setTimeout as wait } from 'node:timers/promises';
import { apiRights, entities, migrations } from '../capabilities.ts';
import type { Config } from '../config/config.ts';
import { ensureCursorKey } from '../platform/cursors/rotate-cursor-key.ts';
import { sqlState } from '../platform/database/database-failure.ts';
import { Database } from '../platform/database/database.ts';
import { openDatabase, type OpenedDatabase } from '../platform/database/open-database.ts';
import { EnvironmentError } from '../platform/environment-error.ts';
import { throttledLog } from '../platform/observability/throttled-log.ts';
import { grantRights } from '../platform/schema/grants.ts';
import { isMigrated, mayMigrate, migrate, refuseNewerSchema } from '../platform/schema/migrate.ts';
import { seedSandbox } from '../playground/sandbox-world/seed-sandbox.ts';
import { keepMessageMonths } from '../webhooks/deliveries/message-retention.ts';
import { awaitDatabase } from './await-database.ts';
import type { Runtime } from './runtime.ts';
import { openSecretBox } from './services.ts';

/** Connections for migrations: one holds the lock while another works. */
const MIGRATION_POOL_SIZE = 4;
/** Delay between two checks whether another process has migrated, in milliseconds. */
const REST_MS = 1_000;
/** SQLSTATEs of a missing table, and of a missing right to read it. */
const NOT_THERE = new Set(['42P01', '42501']);
const WAITS_FOR_MIGRATIONS =
  'The database lacks migrations of this release, and the login of DATABASE_URL does not own its tables: run "migrate", or start a process with DATABASE_MIGRATION_URL.';

const OTHER_DATABASE =
  'DATABASE_URL has none of the migrations that the database of DATABASE_MIGRATION_URL has: use the same database in both, and a login that can read it.';

/** The migrated database is not the one in use. */
class OtherDatabase extends EnvironmentError {}

/** The login does not own the tables, and row-level security is not enabled. */
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
  const { config, runtime, report } = preparing;
  if (config.databaseMigrationUrl !== undefined) await migrateByOwner(config.databaseMigrationUrl, preparing);
  await awaitDatabase(opened, { config, logger: runtime.logger, report });
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

/** Does what only the owner of the tables can do, then closes the connections of its login. */
export async function migrateByOwner(url: string, preparing: Preparing): Promise<void> {
  const { config, runtime, report } = preparing;
  const { dataDirectory } = config;
  const { logger } = runtime;
  const opened = await openDatabase({
    url,
    dataDirectory,
    poolSize: MIGRATION_POOL_SIZE,
    entities,
    migrations,
    logger,
  });
  try {
    await awaitDatabase(opened, { config: { ...config, databaseUrl: url }, logger, report });
    await bringUpToDate(opened, preparing);
  } finally {
    await opened.close();
  }
}

async function bringUpToDate(opened: OpenedDatabase, { config, runtime, begin }: Preparing): Promise<void> {
  await migrate(opened, async () => {
    await begin(opened);
    await grantRights(opened, apiRights);
    const now = runtime.clock.now();
    const database = new Database(opened.sessions);
    await keepMessageMonths(database, now);
    const secrets = await openSecretBox(config, opened);
    await ensureCursorKey(database, secrets);
    if (!config.sandbox) return;
    await seedSandbox(opened.entityManager, { random: runtime.random, secrets, now });
  });
}

async function awaitMigrations(opened: OpenedDatabase, { config, runtime, report, begin }: Preparing): Promise<void> {
  const warn = throttledLog(runtime.logger, 'warn');
  await opened.expectLastingSessions();
  await begin(opened);
  while (!(await isMigratedYet(opened))) {
    // If it is the same database, it has just been migrated.
    if (config.databaseMigrationUrl !== undefined) throw new OtherDatabase(OTHER_DATABASE);
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
