import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import { OutsideIssuer, type TokenChanges } from './outside-issuer.ts';

const QUERY = '{ viewer { partner } }';
const PARTNER_CLAIM = 'https://example.com/tenant';
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

let issuer: OutsideIssuer;
let gateway: Gateway;

beforeAll(async () => {
  issuer = await OutsideIssuer.start(...ALGORITHMS);
  gateway = await Gateway.start({
    environment: { ROLES: 'api', ...issuer.environment(), AUTH_PARTNER_CLAIM: PARTNER_CLAIM },
  });
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
});

function good({ claims, ...changes }: TokenChanges = {}): Promise<string> {
  return issuer.token(gateway.clock.now(), { claims: { [PARTNER_CLAIM]: 'GAMA_PAY', ...claims }, ...changes });
}

describe('a key set of another issuer', () => {
  test('is fetched once for all tokens that arrive together, and not again for unknown keys', async () => {
    const ids = Array.from({ length: 20 }, (_, number) => String(number));
    const tokens = await Promise.all(ids.map((jti) => good({ claims: { jti } })));
    await Promise.all(tokens.map((token) => gateway.data({ query: QUERY, token })));
    for (const kid of ['a', 'b', 'c'])
      expect(await gateway.ask({ query: QUERY, token: await good({ header: { kid } }) })).toMatchObject({
        status: 401,
      });
    expect(issuer.requests).toBe(1);
  });

  test.each(ALGORITHMS)('verifies a token by %s', async (alg) => {
    const { privateKey: key, kid } = issuer.key(alg);
    const token = await good({ key, header: { alg, kid } });
    expect(await gateway.data({ query: QUERY, token })).toEqual({ viewer: { partner: 'GAMA_PAY' } });
  });

  test.each([
    ['EdDSA', 'Ed25519'],
    ['Ed25519', 'EdDSA'],
  ])('verifies a token by its key for %s that names the algorithm %s', async (published, alg) => {
    const { privateKey: key, kid } = issuer.key(published);
    const token = await good({ key, header: { alg, kid } });
    expect(await gateway.data({ query: QUERY, token })).toEqual({ viewer: { partner: 'GAMA_PAY' } });
  });

  test('turns off the issuer of the sandbox', async () => {
    const token = await fetch(`${gateway.app.url}/oauth/token`, { method: 'POST' });
    const keys = await fetch(`${gateway.app.url}/.well-known/jwks.json`);
    expect([token.status, keys.status]).toEqual([404, 404]);
  });

  test('is used with the configured partner claim, and no other', async () => {
    const both = await good({ claims: { partner_id: 'ACME_PAY', [PARTNER_CLAIM]: 'BETA_PAY' } });
    expect(await gateway.data({ query: QUERY, token: both })).toEqual({ viewer: { partner: 'BETA_PAY' } });
    const usual = await good({ claims: { partner_id: 'ACME_PAY', [PARTNER_CLAIM]: undefined } });
    expect(await gateway.ask({ query: QUERY, token: usual })).toMatchObject({ status: 401 });
  });
});

test('a verified token works without its issuer until it expires', async () => {
  const token = await good();
  await gateway.data({ query: QUERY, token });
  await issuer.goneWhile(async () => {
    gateway.clock.advance(290);
    await gateway.data({ query: QUERY, token });
    gateway.clock.advance(10);
    expect(await gateway.ask({ query: QUERY, token })).toMatchObject({
      status: 401,
      body: { errors: [{ message: 'The token has expired.', extensions: { code: 'UNAUTHENTICATED' } }] },
    });
  });
});

describe('a key set that cannot be fetched', () => {
  let silent: OutsideIssuer;
  let waiting: Gateway;

  beforeAll(async () => {
    silent = await OutsideIssuer.start('ES256');
    waiting = await Gateway.start({ environment: { ROLES: 'api', ...silent.environment() } });
  });
  afterAll(async () => {
    await waiting.stop();
    await silent.stop();
  });

  async function expectTryAgain(): Promise<void> {
    const token = await silent.token(waiting.clock.now());
    const { status, headers, body } = await waiting.ask({ query: QUERY, token });
    expect(body.errors).toMatchObject([{ extensions: { code: 'SERVICE_UNAVAILABLE' } }]);
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('1');
  }

  test.each([
    ['an error', { status: 500, text: '{}' }],
    ['an overload', { status: 503, text: '' }],
    ['a page instead of it', { status: 200, text: '<html>' }],
    ['other JSON', { status: 200, text: '{"error":"x"}' }],
  ])('because of %s leaves a token undecided: it can be sent again', async (_case, failure) => {
    silent.failure = failure;
    const before = silent.requests;
    try {
      await eventually(async () => {
        await expectTryAgain();
        return silent.requests > before;
      });
    } finally {
      silent.failure = undefined;
    }
  });

  test('because nothing listens leaves a token undecided too, and does not affect requests without one', async () => {
    await silent.goneWhile(async () => {
      await expectTryAgain();
      expect(await waiting.ask({ query: '{ __typename }', client: null })).toMatchObject({ status: 200 });
    });
  });

  test('is retried at intervals, not for each token', async () => {
    silent.failure = { status: 503, text: '' };
    const [before, began] = [silent.requests, performance.now()];
    try {
      for (let tokens = 0; tokens < 40; tokens += 1) await expectTryAgain();
    } finally {
      silent.failure = undefined;
    }
    // The shortest backoff is a quarter of a second.
    expect(silent.requests - before).toBeLessThanOrEqual(1 + (performance.now() - began) / 250);
  });

  test('verifies tokens soon after it can be fetched', async () => {
    const token = await silent.token(waiting.clock.now());
    const answer = await eventually(async () => {
      const { status, body } = await waiting.ask({ query: QUERY, token });
      return status === 200 && body.data;
    });
    expect(answer).toEqual({ viewer: { partner: 'ACME_PAY' } });
  });
});
