import { entities, migrations } from '../capabilities.ts';
import { migrateByOwner, type Preparing } from '../start/prepare-schema.ts';
import { systemClock, systemRandom } from '../platform/system.ts';
import { readConfig } from '../config/config.ts';
import { ClockDrift } from '../platform/database/clock-drift.ts';
import { DatabaseClock } from '../platform/database/database-clock.ts';
import { Database } from '../platform/database/database.ts';
import { openDatabase } from '../platform/open-database.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { readArguments } from '../platform/commands/arguments.ts';
import { POOL_SIZE } from './command.ts';
import { CommandError, type Command } from '../platform/commands/command.ts';

const USAGE = `npm run migrate

Brings the database of DATABASE_MIGRATION_URL, or else of DATABASE_URL, up to date: migrations, monthly partitions, and
privileges of the logins of worker and api processes. It reads the same settings as the gateway. If both URLs are set, they
must lead to the same database.`;

/** `npm run migrate`: what a start does with the login that owns the tables, as a separate process. */
export const migrate: Command = async (line) => {
  const { args, environment } = line;
  readArguments(args, { usage: USAGE, options: {} });
  const config = readConfig(environment);
  const { databaseUrl: url, databaseMigrationUrl, dataDirectory } = config;
  if (url === undefined)
    throw new CommandError(
      'DATABASE_URL is missing: name the PostgreSQL to migrate. The embedded database is migrated by each start.',
    );
  const logger = createLogger(config.logLevel);
  const clock = new DatabaseClock(systemClock);
  const drift = new ClockDrift(clock, logger);
  const preparing: Preparing = {
    config,
    runtime: { clock, random: systemRandom, logger },
    report: () => undefined,
    begin: ({ sessions }) => drift.begin(new Database(sessions)),
  };
  if (databaseMigrationUrl === undefined) await migrateByOwner(url, preparing);
  else {
    const used = await openDatabase({ url, dataDirectory, poolSize: POOL_SIZE, entities, migrations });
    await migrateByOwner(databaseMigrationUrl, preparing, used).finally(() => used.close());
  }
  return 'The database is up to date.';
};
