/**
 * Commands that operators run beside the gateway.
 * @packageDocumentation
 */

import { text } from 'node:stream/consumers';
import { endOf } from './command.ts';
import { commands } from './commands.ts';

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
