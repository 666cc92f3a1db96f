import { parseArgs } from 'node:util';
import {
  eraseCustomer as erase,
  type ErasureObstacle,
  type FoundOfPerson,
  type PersonToErase,
} from './erase-customer.ts';
import { isTaxpayerId } from '../kernel/taxpayer-id.ts';
import { Database } from '../platform/database/database.ts';
import { CommandError, onDatabase, type Command } from './command.ts';

const USAGE = `npm run erase-customer -- --partner ACME_PAY --document 10020030240 [--yes]

Erases what is stored of a customer: records, contacts, analyses of documents, and the CPF of registrations.
Without --yes it only says what there is. Events keep the CPF until they are as old as the log reaches back.`;

const OBSTACLES: Readonly<Record<ErasureObstacle, string>> = {
  unknown: 'The partner has no such customer, and no documents of one.',
  pending: 'A registration is under analysis: wait for its end.',
  'open-account': 'The customer holds an account that is not CLOSED: close it first.',
};

interface Asked extends PersonToErase {
  readonly isDryRun: boolean;
}

function read(args: readonly string[]): Asked {
  const { partner, document, yes } = parsed(args);
  if (partner === undefined || document === undefined) throw new CommandError(USAGE);
  // It is not repeated: what was typed may well be a person's, if not a CPF.
  if (!isTaxpayerId('CPF', document, false))
    throw new CommandError('--document is not a CPF: write 11 digits without a mask.');
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

/** `npm run erase-customer` */
export const eraseCustomer: Command = async (line) => {
  const { isDryRun, ...person } = read(line.args);
  return onDatabase(line, async ({ sessions }) => {
    const { found, obstacle } = await erase(new Database(sessions), person, isDryRun);
    if (obstacle !== undefined) throw new CommandError(`Nothing was erased. ${OBSTACLES[obstacle]}`);
    return [
      isDryRun ? 'This would be erased; --yes does it:' : 'Erased:',
      ...linesOf(found),
      `Kept: ${found.events} events, which name the CPF and nothing else, and ${found.accounts} closed accounts.`,
    ].join('\n');
  });
};

function linesOf({ records, contacts, documents, registrations }: FoundOfPerson): string[] {
  return [
    `  ${records} records (name, birth date, phone, address, income, mother's name, e-mail)`,
    `  ${contacts} contacts`,
    `  ${documents} analyses of documents`,
    `  ${registrations} registrations lose their CPF, and stay for the events that lead to them`,
  ];
}
