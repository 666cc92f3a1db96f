import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endOf } from '../../../../src/operator/command.ts';
import { commandNamed } from '../../../support/command-named.ts';
import { ownCertificate } from '../../../support/own-certificate.ts';
import { OwnWorld } from '../../../support/own-world.ts';
import { TemporaryFolders } from '../../../support/temporary-folders.ts';

const folders = new TemporaryFolders();
let world: OwnWorld;
let pem: { certificate: string; privateKey: string };

beforeAll(async () => {
  world = await OwnWorld.make();
  const { cert, key } = ownCertificate(folders);
  pem = { certificate: readFileSync(cert, 'utf8'), privateKey: readFileSync(key, 'utf8') };
});
afterAll(async () => {
  await world.remove();
  folders.remove();
});

const SECRETS_KEY = 'a passphrase of a test that is long enough for it';
const CLIENT = { clientId: 'acme', clientSecret: 'top-secret' };

function run(args: readonly string[], input?: unknown, environment = {}) {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  const line = { ...world.environment, SECRETS_KEY, ...environment };
  return endOf(commandNamed('provider'), { args, environment: line, input: () => Promise.resolve(text) });
}

describe('npm run provider', () => {
  test('stores, lists and removes credentials, and never prints a secret', async () => {
    const all = {
      ...CLIENT,
      ...pem,
      scope: 'a b',
      publicKey: 'events-key',
      signingSecret: 'other-secret',
      pocketLimit: 9,
    };
    expect(await run(['list'])).toMatchObject({ code: 0, output: 'No credentials are stored.\n' });
    const kept = await run(['put', 'ACME_PAY'], all);
    expect(kept).toEqual({ code: 0, output: 'Stored: ACME_PAY uses the client acme at the provider.\n', errors: '' });
    const { output } = await run(['list']);
    expect(output).toMatch(
      /^ACME_PAY: client acme, scope "a b", certificate until .+, events of events-key, 9 pockets\n$/,
    );
    expect(kept.output + output).not.toMatch(/secret|PRIVATE/);
    await run(['put', 'ACME_PAY'], CLIENT);
    expect((await run(['list'])).output).toBe('ACME_PAY: client acme\n');
    expect(await run(['remove', 'ACME_PAY'])).toMatchObject({ code: 0 });
    expect((await run(['remove', 'ACME_PAY'])).errors).toBe('"ACME_PAY" has no stored credentials.\n');
  });

  test.each([
    ['an unknown partner', ['put', 'acme_pay'], CLIENT, 'There is no partner "acme_pay". Partners: ACME_PAY, '],
    ['an unknown partner without input', ['put', 'NOBODY'], '', 'There is no partner "NOBODY".'],
    ['other input than JSON', ['put', 'ACME_PAY'], 'top-secret', 'Standard input must be a JSON object'],
    ['a list', ['put', 'ACME_PAY'], ['top-secret'], 'Standard input must be a JSON object'],
    ['no secret', ['put', 'ACME_PAY'], { clientId: 'acme' }, 'clientSecret is missing'],
    [
      'an empty secret',
      ['put', 'ACME_PAY'],
      { ...CLIENT, clientSecret: ' ' },
      'clientSecret must be a non-empty string',
    ],
    [
      'other names',
      ['put', 'ACME_PAY'],
      { ...CLIENT, clientsecret: 'top-secret', scopes: 'a' },
      'Standard input has unknown members: "clientsecret", "scopes".\n',
    ],
    ['half a signature', ['put', 'ACME_PAY'], { ...CLIENT, publicKey: 'x' }, 'publicKey and signingSecret belong'],
    [
      'a truncated signing secret',
      ['put', 'ACME_PAY'],
      { ...CLIENT, publicKey: 'x', signingSecret: 'whsec_top-secret' },
      'signingSecret is not a secret of Standard Webhooks: Give whsec_',
    ],
    ['half an identity', ['put', 'ACME_PAY'], { ...CLIENT, privateKey: 'x' }, 'certificate and privateKey belong'],
    [
      'no PEM',
      ['put', 'ACME_PAY'],
      { ...CLIENT, privateKey: 'x', certificate: 'x' },
      'certificate and privateKey must',
    ],
    ...[0, -1, 1.5, 2 ** 31, '7'].map((pocketLimit): [string, readonly string[], object, string] => [
      `${JSON.stringify(pocketLimit)} pockets`,
      ['put', 'ACME_PAY'],
      { ...CLIENT, pocketLimit },
      'pocketLimit must be a whole number from 1 to 2147483647. Leave it out for 0.\n',
    ]),
  ])('refuses %s in a sentence without values', async (_what, args, input, sentence) => {
    const { code, errors } = await run(args, input);
    expect([code, errors.slice(0, sentence.length)]).toEqual([1, sentence]);
    expect(errors).not.toContain('top-secret');
  });

  test.each([
    ['The id of a partner is missing.', 'put'],
    ['The action is missing.'],
    ['There is no action "show".', 'show', 'ACME_PAY'],
    ['Too many arguments.', 'list', 'ACME_PAY'],
    ['The outcome must be executed or not-executed.', 'settle', '0193b0c4-0000-7000-8000-000000000000'],
  ])('refuses wrong arguments with a sentence and what it accepts: %s', async (sentence, ...args) => {
    const { code, errors } = await run(args);
    expect([code, errors.split('\n\nnpm run ', 1)]).toEqual([1, [sentence]]);
  });

  test('refuses to store secrets outside sandbox mode without SECRETS_KEY', async () => {
    const { code, errors } = await run(['put', 'ACME_PAY'], CLIENT, { SANDBOX: 'false', SECRETS_KEY: undefined });
    expect([code, errors]).toEqual([
      1,
      'SECRETS_KEY is missing: set it as for the gateway; it encrypts the credentials.\n',
    ]);
  });
});
