import { readConfig } from '../config.ts';
import { ConfigError } from '../environment.ts';
import { DataDirectoryInUse } from '../platform/database/data-directory-lock.ts';
import { pendingMigrations, SchemaIsNewer } from '../platform/database/migrate.ts';
import { openDatabase, type OpenedDatabase } from '../platform/database/open-database.ts';
import { inSources } from '../platform/observability/source-lines.ts';
import { entities, migrations } from '../storage.ts';

/** What was typed behind the name of a command, and where. */
export interface CommandLine {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * What an operator does by typing it; gives what is to be printed.
 * @throws CommandError, and what else is said in a sentence, for what whoever typed it can mend
 */
export type Command = (line: CommandLine) => Promise<string>;

/** Connections that one command needs: one at a time, and one for what it looks up beside it. */
const POOL_SIZE = 2;

/** Something that whoever typed the command can mend. */
export class CommandError extends Error {}

const SAID_IN_A_SENTENCE = [CommandError, ConfigError, DataDirectoryInUse, SchemaIsNewer];

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
  const { databaseUrl: url, dataDirectory } = readConfig(environment);
  const opened = await openDatabase({ url, dataDirectory, poolSize: POOL_SIZE, entities, migrations });
  try {
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
  try {
    return { code: 0, output: `${await command(line)}\n`, errors: '' };
  } catch (error) {
    return { code: 1, output: '', errors: `${explain(error)}\n` };
  }
}

function explain(error: unknown): string {
  if (SAID_IN_A_SENTENCE.some((kind) => error instanceof kind) && error instanceof Error) return error.message;
  return error instanceof Error ? inSources(error.stack ?? error.message) : String(error);
}
