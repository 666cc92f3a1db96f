import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.ts';

const REST = { PROVIDER: 'rest', PROVIDER_URL: 'http://localhost:4100/' };
const OUTSIDE = {
  ...{ SANDBOX: 'false', DATABASE_URL: 'postgresql://gateway@localhost/gateway' },
  ...{ AUTH_ISSUER: 'https://id.example.com', AUTH_AUDIENCE: 'gateway', AUTH_JWKS_URL: 'https://id.example.com/keys' },
  ...{ PROVIDER: 'rest', PROVIDER_URL: 'https://provider.example.com/v1' },
  SECRETS_KEY: 'a passphrase of a test that is long enough for it',
};

describe('the provider', () => {
  test('is this gateway itself unless PROVIDER is set, whatever else is', () => {
    expect(readConfig({}).provider).toBeUndefined();
    expect(readConfig({ PROVIDER_URL: 'http://localhost:4100' }).provider).toBeUndefined();
  });

  test('has an address without a trailing slash, and defaults', () => {
    expect(readConfig(REST).provider).toEqual({
      ...{ url: 'http://localhost:4100', tokenUrl: 'http://localhost:4100/oauth/token', timeoutMs: 6_000 },
      ...{ rate: { requests: 180, seconds: 10 }, freshSeconds: 30, headerPrefix: 'x-svc-' },
    });
    expect(readConfig({ ...REST, PROVIDER_RATE: '0' }).provider?.rate).toBeNull();
    expect(readConfig(OUTSIDE).provider?.url).toBe('https://provider.example.com/v1');
  });

  test.each([
    ['no address', { PROVIDER: 'rest' }, 'PROVIDER_URL is missing: it is required if PROVIDER is rest.'],
    [
      'plain http outside',
      { ...OUTSIDE, PROVIDER_URL: 'http://x.example.com' },
      'PROVIDER_URL is http://x.example.com: write an https',
    ],
    [
      'tokens over http outside',
      { ...OUTSIDE, PROVIDER_TOKEN_URL: 'http://x.example.com' },
      'PROVIDER_TOKEN_URL is http',
    ],
    [
      'no key for secrets outside',
      { ...OUTSIDE, SECRETS_KEY: '' },
      'SECRETS_KEY is missing: it encrypts the credentials',
    ],
    [
      'a query in the address',
      { ...REST, PROVIDER_URL: 'http://localhost/?a=1' },
      'PROVIDER_URL is "http://localhost/?a=1": write',
    ],
    [
      'a question mark at the end of the address',
      { ...REST, PROVIDER_URL: 'http://localhost:4100?' },
      'PROVIDER_URL is "http://localhost:4100?": write an http or https URL without "?" and "#".',
    ],
    [
      'a number sign at the end of the address',
      { ...REST, PROVIDER_URL: 'http://localhost:4100/v1/#' },
      'PROVIDER_URL is "http://localhost:4100/v1/#": write an http or https URL without "?" and "#".',
    ],
    [
      'a number sign at the end of the address of tokens',
      { ...REST, PROVIDER_TOKEN_URL: 'http://localhost:4100/token?a=1#' },
      'PROVIDER_TOKEN_URL is "http://localhost:4100/token?a=1#": write an http or https URL without "#".',
    ],
    [
      'a password in the address',
      { ...REST, PROVIDER_URL: 'http://a:b@localhost' },
      'PROVIDER_URL contains a user or a password',
    ],
    [
      'a password in the address, over http outside',
      { ...OUTSIDE, PROVIDER_URL: 'http://a:hunter2@provider.example.com' },
      'PROVIDER_URL contains a user or a password',
    ],
    [
      'a rate of one',
      { ...REST, PROVIDER_RATE: '1/10' },
      'PROVIDER_RATE is "1/10": write operations per seconds, at least 2',
    ],
    [
      'an invalid prefix',
      { ...REST, PROVIDER_HEADER_PREFIX: 'x svc' },
      'PROVIDER_HEADER_PREFIX is "x svc": write a prefix',
    ],
    ['another kind', { PROVIDER: 'soap' }, 'PROVIDER is "soap": write one of local, rest.'],
  ])('is refused with %s, in a sentence that says what to do', (_what, environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence);
  });
});
