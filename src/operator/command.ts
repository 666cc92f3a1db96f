import { readStorageConfig, type StorageConfig } from '../config/storage.ts';
import { pendingMigrations } from '../platform/schema/migrate.ts';
import { Database } from '../platform/database/database.ts';
import { folderIn, hasFiles } from '../platform/embedded/embedded-folder.ts';
import { openDatabase, type OpenedDatabase } from '../platform/database/open-database.ts';
import { statement } from '../platform/statements/statement.ts';
import { EnvironmentError } from '../platform/environment-error.ts';
import { entities, migrations } from '../capabilities.ts';
import { explainFailure, storageFailures } from '../composition/start-failures/explain-failure.ts';

/** Fails where there is no such database. */
const TRY_DATABASE = statement('try_database', 'select 1');

/** What was typed after the name of a command, and where. */
export interface CommandLine {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads standard input whole, for what must not be typed where others see it. */
  readonly input?: () => Promise<string>;
}

/**
 * What an operator does by typing it; gives what is to be printed.
 * @throws CommandError, and what else is said in a sentence, for what the user can correct
 */
export type Command = (line: CommandLine) => Promise<string>;

/** Connections that one command needs: one at a time, and one for what it looks up beside it. */
const POOL_SIZE = 2;

/** Something that the user of the command can correct. */
export class CommandError extends EnvironmentError {}

/** Does one thing on the database that the environment names, once it fits this release, and closes it. */
export function onDatabase<Result>(
  line: CommandLine,
  work: (opened: OpenedDatabase) => Promise<Result>,
): Promise<Result> {
  return onDatabaseAsItIs(line, async (opened) => {
    if ((await pendingMigrations(opened)).length > 0)
      throw new CommandError('The database is not migrated: start this release of the gateway on it first.');
    return work(opened);
  });
}

/** The same, whatever migrations the database has. */
export async function onDatabaseAsItIs<Result>(
  { environment }: CommandLine,
  work: (opened: OpenedDatabase) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl: url, dataDirectory } = readStorageConfig(environment);
  if (url === undefined && !hasFiles(folderIn(dataDirectory)))
    throw new CommandError(
      `The folder ${dataDirectory} has no database: name another with DATA_DIR, or a PostgreSQL with DATABASE_URL.`,
    );
  const opened = await openDatabase({ url, dataDirectory, poolSize: POOL_SIZE, entities, migrations });
  try {
    // MikroORM would make a database of any name that there is none of.
    await new Database(opened.sessions).run(TRY_DATABASE, []);
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** How a command ended: its exit code, and what it prints where. */
export interface CommandEnd {
  readonly code: 0 | 1;
  readonly output: string;
  readonly errors: string;
}

/** Runs a command to its end; it never throws. */
export async function endOf(command: Command, line: CommandLine): Promise<CommandEnd> {
  let config: StorageConfig | undefined;
  try {
    config = readStorageConfig(line.environment);
    return { code: 0, output: `${await command(line)}\n`, errors: '' };
  } catch (error) {
    return { code: 1, output: '', errors: `${explainFailure(error, config && storageFailures(config))}\n` };
  }
}
