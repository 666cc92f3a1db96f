import { readConfig } from '../config.ts';
import { ConfigError } from '../environment.ts';
import { DataDirectoryInUse } from '../platform/database/data-directory-lock.ts';
import { pendingMigrations } from '../platform/database/migrate.ts';
import { openDatabase, type OpenedDatabase } from '../platform/database/open-database.ts';
import { entities, migrations } from '../storage.ts';

/** Connections that one command needs: one at a time, and one for what it looks up beside it. */
const POOL_SIZE = 2;

/** Something that whoever typed the command can mend. */
export class CommandError extends Error {}

/** Does one thing on the database that the environment names, and closes it. */
export async function onDatabase<Result>(work: (opened: OpenedDatabase) => Promise<Result>): Promise<Result> {
  const { databaseUrl: url, dataDirectory } = readConfig(process.env);
  const opened = await openDatabase({ url, dataDirectory, poolSize: POOL_SIZE, entities, migrations });
  try {
    if ((await pendingMigrations(opened)).length > 0)
      throw new CommandError('The database is not migrated: start this release of the gateway on it first.');
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** Runs a command of an operator: what it gives is printed, what it throws ends the process with 1. */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command()}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

function explain(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigError || error instanceof DataDirectoryInUse)
    return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
