import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import {
  eraseCustomer,
  type ErasureObstacle,
  type FoundOfPerson,
  type PersonToErase,
} from '../erasure/erase-customer.ts';
import { isDocument } from '../kernel/document.ts';
import { DataDirectoryInUse } from '../platform/database/data-directory-lock.ts';
import { Database } from '../platform/database/database.ts';
import { pendingMigrations } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { entities, migrations } from '../storage.ts';

/** Connections that one command needs: one at a time, and one for what it looks up beside it. */
const POOL_SIZE = 2;

const USAGE = `npm run erase-customer -- --partner ACME_PAY --document 10020030240 [--yes]

Erases what is stored of a customer: records, contacts, analyses of documents, and the CPF of registrations.
Without --yes it only says what there is. Events keep the CPF until they are as old as the log reaches back.`;

const OBSTACLES: Readonly<Record<ErasureObstacle, string>> = {
  unknown: 'The partner has no such customer, and no documents of one.',
  pending: 'A registration is under analysis: wait for its end.',
  'open-account': 'The customer holds an account that is not CLOSED: close it first.',
};

/** Something that whoever typed the command can mend. */
class CommandError extends Error {}

interface Command extends PersonToErase {
  readonly isDryRun: boolean;
}

function readCommand(args: readonly string[]): Command {
  const { partner, document, yes } = parsed(args);
  if (partner === undefined || document === undefined) throw new CommandError(USAGE);
  // It is not repeated: what was typed may well be a person's, if not a CPF.
  if (!isDocument('CPF', document, false)) throw new CommandError('--document is no CPF: 11 digits without a mask.');
  return { partnerId: partner, documentNumber: document, isDryRun: !yes };
}

function parsed(args: readonly string[]) {
  const options = {
    partner: { type: 'string' },
    document: { type: 'string' },
    yes: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch {
    throw new CommandError(USAGE);
  }
}

async function run({ isDryRun, ...person }: Command): Promise<string> {
  const { databaseUrl: url, dataDirectory } = readConfig(process.env);
  const opened = await openDatabase({ url, dataDirectory, poolSize: POOL_SIZE, entities, migrations });
  try {
    if ((await pendingMigrations(opened)).length > 0)
      throw new CommandError('The database is not migrated: start this release of the gateway on it first.');
    const { found, obstacle } = await eraseCustomer(new Database(opened.entityManager), person, isDryRun);
    if (obstacle !== undefined) throw new CommandError(`Nothing was erased. ${OBSTACLES[obstacle]}`);
    return [
      isDryRun ? 'This would be erased; --yes does it:' : 'Erased:',
      ...linesOf(found),
      `Kept: ${found.events} events, which name the CPF and nothing else, and ${found.accounts} closed accounts.`,
    ].join('\n');
  } finally {
    await opened.close();
  }
}

function linesOf({ records, contacts, documents, registrations }: FoundOfPerson): string[] {
  return [
    `  ${records} records (name, birth date, phone, address, income, mother's name, e-mail)`,
    `  ${contacts} contacts`,
    `  ${documents} analyses of documents`,
    `  ${registrations} registrations lose their CPF, and stay for the events that lead to them`,
  ];
}

function explain(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigError || error instanceof DataDirectoryInUse)
    return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  process.stdout.write(`${await run(readCommand(process.argv.slice(2)))}\n`);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
