/**
 * Commands that operators run beside the gateway.
 * @packageDocumentation
 */

import { text } from 'node:stream/consumers';
import { audit } from './audit-command.ts';
import { endOf, type Command } from './command.ts';
import { eraseCustomer } from './erase-customer-command.ts';
import { lookupBudget } from './lookup-budget-command.ts';
import { migrate } from './migrate-command.ts';
import { newEpoch } from './new-epoch-command.ts';
import { provider } from './provider-command.ts';
import { requireBoundTokens } from './require-bound-tokens-command.ts';
import { resealSecrets } from './reseal-secrets-command.ts';
import { retention } from './retention-command.ts';
import { rollback } from './rollback-command.ts';
import { suspendPartner } from './suspend-partner-command.ts';

/** Commands by name; `npm run` uses the same names. */
const commands: Readonly<Record<string, Command>> = {
  audit,
  'erase-customer': eraseCustomer,
  'lookup-budget': lookupBudget,
  migrate,
  'new-epoch': newEpoch,
  provider,
  'require-bound-tokens': requireBoundTokens,
  'reseal-secrets': resealSecrets,
  retention,
  rollback,
  'suspend-partner': suspendPartner,
};

/** The process of one command: `node dist/server/run-command.js audit --partner ACME_PAY`. */
const [, , name = '', ...args] = process.argv;
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
const names = Object.keys(commands).join(', ');
if (name === '--help' || name === '-h') {
  process.stdout.write(`node dist/server/run-command.js COMMAND [OPTIONS]

Commands: ${names}.
COMMAND --help says what it does. In a checkout of the project, npm run COMMAND -- [OPTIONS] is the same.
`);
} else if (command === undefined) {
  process.stderr.write(`Give one of these commands: ${names}.\n`);
  process.exitCode = 1;
} else {
  const { code, output, errors } = await endOf(command, {
    args,
    environment: process.env,
    input: () => text(process.stdin),
  });
  process.stdout.write(output);
  process.stderr.write(errors);
  process.exitCode = code;
}
