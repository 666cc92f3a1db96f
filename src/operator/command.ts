import { findPartner } from '../bank/partners/find-partner.ts';
import { systemClock } from '../platform/system.ts';
import { readFrom } from '../config/reading.ts';
import { readStorageConfig, storage } from '../config/storage.ts';
import type { Clock } from '../kernel/clock.ts';
import { DatabaseClock } from '../platform/database/database-clock.ts';
import { pendingMigrations } from '../platform/schema/migrate.ts';
import { Database, type Sql } from '../platform/database/database.ts';
import { folderIn, hasFiles } from '../platform/embedded/embedded-folder.ts';
import type { OpenedDatabase } from '../platform/database/opened-database.ts';
import { openDatabase } from '../platform/open-database.ts';
import { statement } from '../platform/statements/statement.ts';
import { CommandError, HelpWanted, type Command, type CommandLine } from '../platform/commands/command.ts';
import { unknownPartner } from '../platform/commands/unknown-partner.ts';
import { entities, migrations } from '../capabilities.ts';
import { explainFailure, storageFailures } from '../start/explain-failure.ts';

/** Fails if the database does not exist. */
const TRY_DATABASE = statement('try_database', 'select 1');

/** Connections of a command: one for its work, and one for reads meanwhile. */
export const POOL_SIZE = 2;

/** @throws CommandError if there is no such partner; "" stands for the gateway itself */
export async function expectPartner(sql: Sql, partnerId: string): Promise<void> {
  if (partnerId !== '' && (await findPartner(sql, partnerId)) === undefined) throw await unknownPartner(sql, partnerId);
}

/** Returns the time of the database, which all processes use: the clock of the operator's machine may be wrong. */
export async function databaseClock(database: Database): Promise<Clock> {
  const clock = new DatabaseClock(systemClock);
  await clock.begin(database);
  return clock;
}

/** Whether the gateway of this environment should have a SECRETS_KEY, and it has none: one is optional in a sandbox. */
export function lacksSecretsKey({ environment }: CommandLine): boolean {
  return readFrom(environment, ({ of, isSandbox }) => of(storage).secretsKeys === undefined && !isSandbox);
}

/** Runs work on the configured database, whose schema must be that of this release, and closes it. */
export function onDatabase<Result>(
  line: CommandLine,
  work: (opened: OpenedDatabase) => Promise<Result>,
): Promise<Result> {
  return onDatabaseAsItIs(line, async (opened) => {
    if ((await pendingMigrations(opened)).length > 0)
      throw new CommandError(
        'The database is not migrated to this release: check DATABASE_URL or DATA_DIR, or migrate it with "migrate" or a start of this release.',
      );
    return work(opened);
  });
}

/** The same, regardless of the migrations of the database. */
export async function onDatabaseAsItIs<Result>(
  { environment }: CommandLine,
  work: (opened: OpenedDatabase) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl: url, dataDirectory } = readStorageConfig(environment);
  if (url === undefined && !hasFiles(folderIn(dataDirectory)))
    throw new CommandError(
      `The folder ${dataDirectory} contains no database: name another folder with DATA_DIR, or a PostgreSQL with DATABASE_URL.`,
    );
  const opened = await openDatabase({ url, dataDirectory, poolSize: POOL_SIZE, entities, migrations });
  try {
    // Otherwise MikroORM would create a database that does not exist.
    await new Database(opened.sessions).run(TRY_DATABASE, []);
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** The exit code and the output of a command. */
export interface CommandEnd {
  readonly code: 0 | 1;
  readonly output: string;
  readonly errors: string;
}

/** What a terminal would obey or hide: control characters but new lines and tabs, and marks of direction. */
const UNSHOWN = /[^\P{C}\n\t]/gu;

/** Shows characters that are not printed by their codes: a command prints what others have written. */
function printable(text: string): string {
  return text.replaceAll(UNSHOWN, (character) =>
    character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** Runs a command; never throws. What it returns can be printed to any terminal. */
export async function endOf(command: Command, line: CommandLine): Promise<CommandEnd> {
  const { code, output, errors } = await ended(command, line);
  return { code, output: printable(output), errors: printable(errors) };
}

async function ended(command: Command, line: CommandLine): Promise<CommandEnd> {
  try {
    return { code: 0, output: `${await command(line)}\n`, errors: '' };
  } catch (error) {
    if (error instanceof HelpWanted) return { code: 0, output: `${error.message}\n`, errors: '' };
    return { code: 1, output: '', errors: `${explainFailure(error, failuresAround(line))}\n` };
  }
}

/** Without valid settings nothing was opened, so nothing there can have failed. */
function failuresAround({ environment }: CommandLine): ReturnType<typeof storageFailures> {
  try {
    return storageFailures(readStorageConfig(environment));
  } catch {
    return [];
  }
}
