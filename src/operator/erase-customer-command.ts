import { eraseCustomer as erase, keepers, type ErasureObstacle, type FoundOfPerson } from './erase-customer.ts';
import { openSecretBox } from '../platform/schema/open-secret-box.ts';
import { readStorageConfig } from '../config/storage.ts';
import type { Person } from '../platform/commands/keeps-person.ts';
import { isTaxpayerId } from '../kernel/taxpayer-id.ts';
import { Database } from '../platform/database/database.ts';
import { FLAG, readArguments, TEXT, wrongUsage } from '../platform/commands/arguments.ts';
import { expectPartner, onDatabase } from './command.ts';
import { CommandError, type Command } from '../platform/commands/command.ts';

const USAGE = `npm run erase-customer -- --partner ACME_PAY --document 10020030240 [--yes]

Erases the stored data of a customer: records, contacts, analyses of documents, addressing keys, the person's
name and document in cash-ins, and the CPF of registrations. Without --yes it only shows what would be erased. Closed accounts keep their holder, and events the CPF
until the log drops them.`;

const OBSTACLES: Readonly<Record<ErasureObstacle, string>> = {
  unknown: 'The partner has no customer and no documents with this CPF, and no cash-ins either.',
  pending: 'A registration is under analysis: wait until it is decided.',
  undecided: keepers.map(({ because }) => because).join(' '),
  'open-account': 'The customer holds an account that is not CLOSED: close it first.',
};

interface ErasureRequest extends Person {
  readonly isDryRun: boolean;
}

function read(args: readonly string[]): ErasureRequest {
  const { partner, document, yes } = readArguments(args, {
    usage: USAGE,
    options: { partner: TEXT, document: TEXT, yes: FLAG },
  }).values;
  if (partner === undefined) throw wrongUsage('--partner is missing.', USAGE);
  if (document === undefined) throw wrongUsage('--document is missing.', USAGE);
  // The input is not repeated: even if it is not a CPF, it may be personal data.
  if (!isTaxpayerId('CPF', document))
    throw new CommandError('--document is not a CPF: write 11 digits without a mask.');
  return { partnerId: partner, documentNumber: document, isDryRun: !yes };
}

/** `npm run erase-customer` */
export const eraseCustomer: Command = async (line) => {
  const { isDryRun, ...person } = read(line.args);
  return onDatabase(line, async (opened) => {
    const database = new Database(opened.sessions);
    await expectPartner(database, person.partnerId);
    const secrets = await openSecretBox(readStorageConfig(line.environment), opened);
    const { found, obstacle } = await erase({ database, secrets }, person, isDryRun);
    if (obstacle !== undefined) throw new CommandError(`Nothing was erased. ${OBSTACLES[obstacle]}`);
    return [
      isDryRun ? 'Would be erased with --yes:' : 'Erased:',
      ...linesOf(found),
      `Kept: ${found.events} events, which contain only the CPF, and ${found.accounts} closed accounts with their holder.`,
    ].join('\n');
  });
};

function linesOf({ records, contacts, documents, keys, registrations, cashIns }: FoundOfPerson): string[] {
  return [
    `  ${records} records (name, birth date, phone, address, income, mother's name, e-mail)`,
    `  ${contacts} contacts`,
    `  ${documents} analyses of documents`,
    `  ${keys} addressing keys`,
    `  name, document and key in ${cashIns} cash-ins`,
    `  ${registrations} registrations, which lose their CPF but are kept, as events refer to them`,
  ];
}
