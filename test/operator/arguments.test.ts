import { describe, expect, test } from '@jest/globals';
import { commandNamed } from '../support/command-named.ts';
import { audit } from '../../src/operator/audit-command.ts';
import { endOf } from '../../src/operator/command.ts';
import { commands } from '../../src/operator/commands.ts';
import type { Command } from '../../src/platform/commands/command.ts';
import { eraseCustomer } from '../../src/operator/erase-customer-command.ts';
import { lookupBudget } from '../../src/operator/lookup-budget-command.ts';
import { newEpoch } from '../../src/operator/new-epoch-command.ts';
import { resealSecrets } from '../../src/operator/reseal-secrets-command.ts';
import { rollback } from '../../src/operator/rollback-command.ts';

const all = Object.entries(commands);
const TWICE = ' is given more than once: give it once.\n';
/** With these settings no command does anything. */
const WRONG_SETTINGS = { DATABASE_URL: 'wrong', SECRETS_KEY: 'wrong' };

const run = (command: Command, ...args: string[]) => endOf(command, { args, environment: WRONG_SETTINGS });

describe('the arguments of a command', () => {
  test.each(all)('%s says what it accepts, whatever the settings and the other arguments are', async (name, one) => {
    const usage = new RegExp(`^npm run ${name}\\b[^]*\\.\\n$`);
    for (const args of [['--help'], ['-h'], ['--yes', 'x', 'y', '--help']])
      expect(await run(one, ...args)).toEqual({ code: 0, output: expect.stringMatching(usage), errors: '' });
  });

  test.each(all)('%s refuses an unknown option by name, and then says what it accepts', async (name, one) => {
    const refusal = new RegExp(`^Unknown option '--unknown'\\.\\n\\nnpm run ${name}\\b`);
    expect(await run(one, '--unknown')).toEqual({ code: 1, output: '', errors: expect.stringMatching(refusal) });
  });

  test.each(all)('%s refuses more arguments than it has, and does not print them', async (_name, one) => {
    const { code, errors } = await run(one, 'a', 'b', '10020030401', 'd', 'e');
    expect([code, errors]).toEqual([1, expect.stringMatching(/^Too many arguments: 5 besides options were given/)]);
    expect(errors).not.toContain('10020030401');
  });

  test.each<[string, Command, ...string[]]>([
    ['--partner', audit, '--partner', 'ACME_PAY', '--partner', 'BETA_PAY'],
    ['--limit', audit, '--partner', 'ACME_PAY', '--limit', '5', '--limit=5'],
    ['--document', eraseCustomer, '--partner', 'A', '--document', '10020030240', '--document', '10020030320', '--yes'],
    ['--above', newEpoch, '--above', '1', '--above', '2'],
    ['--to', rollback, '--to', 'Migration1', '--to', 'Migration2', '--yes'],
    ['--yes', resealSecrets, '--yes', '--yes'],
    ['--resume', commandNamed('suspend-partner'), 'ACME_PAY', '--resume', '--resume'],
  ])('refuse %s twice, of which the last would apply', async (option, command, ...args) => {
    expect(await run(command, ...args)).toEqual({ code: 1, output: '', errors: `${option}${TWICE}` });
  });

  test.each<[string, Command, ...string[]]>([
    ['--partner is missing.', audit],
    ['--known is only for --verify.', audit, '--partner', 'ACME_PAY', '--known', 'heads.json'],
    ["Option '--since <value>' argument missing.", audit, '--partner', 'ACME_PAY', '--since'],
    ['--document is missing.', eraseCustomer, '--partner', 'ACME_PAY'],
    ['The id of a partner is missing.', lookupBudget],
    ['The id of a partner is missing.', commandNamed('suspend-partner'), '--resume'],
  ])('are refused with a sentence and what the command accepts: %s', async (sentence, command, ...args) => {
    const { code, errors } = await run(command, ...args);
    expect([code, errors.split('\n\nnpm run ', 1)]).toEqual([1, [sentence]]);
  });

  test('are refused with their value if it is wrong', async () => {
    const refusal = '--above is "x": write an epoch, a whole number below 2000000000.\n';
    expect((await run(newEpoch, '--above', 'x')).errors).toBe(refusal);
  });
});
