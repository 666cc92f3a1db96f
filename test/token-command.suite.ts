import { afterEach, describe, expect, test } from '@jest/globals';
import { TestProcess } from './support/process.ts';
import { gateway } from './support/sandbox-gateway.ts';

afterEach(() => TestProcess.endAll());

async function run(...args: string[]) {
  const command = new TestProcess(['scripts/token.mjs', ...args]);
  const { code } = await command.ended;
  return { code, output: command.output, errors: command.errors };
}

describe('npm run token', () => {
  test('prints a token of the client with the scopes, and nothing else', async () => {
    const args = ['--client', 'beta-pay', '--scope', 'pocket.create', '--scope', 'pocket.read webhook.read'];
    const { code, output, errors } = await run(...args, '--url', gateway.app.url);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const { viewer } = await gateway.data({ query: '{ viewer { partner scopes } }', token: output.trim() });
    expect(viewer).toEqual({ partner: 'BETA_PAY', scopes: ['pocket.create', 'pocket.read', 'webhook.read'] });
  });

  test('grants all scopes if none is requested', async () => {
    const { output } = await run('--client', 'acme-pay', '--url', gateway.app.url);
    const { viewer } = await gateway.data({ query: '{ viewer { scopes } }', token: output.trim() });
    expect(viewer.scopes).toContain('sandbox.write');
  });

  test.each([
    ['no client is named', [], /^--client is missing/],
    [
      'the client is unknown',
      ['--client', 'nobody'],
      /^There is no client "nobody".* acme-pay, beta-pay or gama-pay\./,
    ],
    ['a scope is unknown', ['--client', 'acme-pay', '--scope', 'everything'], /^Scopes are pocket\.create/],
    ['the time is out of bounds', ['--client', 'acme-pay', '--expires-in', '9999'], /^expires_in must be/],
    ['an option is unknown', ['--clint', 'acme-pay'], /^Unknown option '--clint': see --help\./],
  ])('says in a sentence what is wrong when %s', async (_case, args, sentence) => {
    const { code, output, errors } = await run(...args, '--url', gateway.app.url);
    expect([code, output]).toEqual([1, '']);
    expect(errors).toMatch(sentence);
    expect(errors.trim().split('\n')).toHaveLength(1);
  });

  test('says how to start the gateway when nothing answers', async () => {
    const { code, output, errors } = await run('--client', 'acme-pay', '--url', 'http://127.0.0.1:1');
    expect([code, output]).toEqual([1, '']);
    expect(errors).toBe(
      'Nothing responds at http://127.0.0.1:1: start the gateway with "npm start", or give its URL with --url.\n',
    );
  });
});
