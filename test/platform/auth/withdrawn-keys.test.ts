import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import { TestSocket } from '../../support/socket.ts';
import { OutsideIssuer } from './outside-issuer.ts';

const QUERY = '{ viewer { partner } }';

let issuer: OutsideIssuer;
let gateway: Gateway;

beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256', 'EdDSA');
  gateway = await Gateway.start({ environment: { ROLES: 'api', ...issuer.environment(), AUTH_JWKS_SECONDS: '1' } });
});
afterEach(() => {
  issuer.withdrawn.clear();
  issuer.failure = undefined;
  TestSocket.endAll();
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
});

function tokenOf(alg: string): Promise<string> {
  const { privateKey: key, kid } = issuer.key(alg);
  return issuer.token(gateway.clock.now(), { key, header: { alg, kid } });
}

const statusOf = async (token: string) => (await gateway.ask({ query: QUERY, token })).status;

/** Until the key set was read again, and answers are known by it. */
async function readAgain(): Promise<void> {
  const before = issuer.requests;
  await eventually(() => Promise.resolve(issuer.requests > before + 1));
}

describe('a key that its issuer takes back', () => {
  test('takes along the tokens that were verified by it, over HTTP and sockets, and no others', async () => {
    const [bad, good] = [await tokenOf('EdDSA'), await tokenOf('ES256')];
    expect([await statusOf(bad), await statusOf(good)]).toEqual([200, 200]);
    const fallen = await TestSocket.acknowledged(gateway.app.url, { authorization: `Bearer ${bad}` });
    const kept = await TestSocket.acknowledged(gateway.app.url, { authorization: `Bearer ${good}` });
    issuer.withdrawn.add('key-EdDSA');
    const began = performance.now();
    await eventually(async () => (await statusOf(bad)) === 401);
    expect(await fallen.closed).toEqual({
      code: 4403,
      reason: 'Forbidden: The key of the token is not trusted any more.',
    });
    // The interval, a sweep of the sockets, and room for a busy machine.
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(await statusOf(good)).toBe(200);
    expect((await kept.run(QUERY)).data).toEqual({ viewer: { partner: 'ACME_PAY' } });
  });

  test('is trusted again when it comes back', async () => {
    const token = await tokenOf('EdDSA');
    issuer.withdrawn.add('key-EdDSA');
    await eventually(async () => (await statusOf(token)) === 401);
    issuer.withdrawn.clear();
    expect(await eventually(async () => (await statusOf(token)) === 200)).toBe(true);
  });
});

test('keys that are read again, and nothing else, disturb no token and no socket', async () => {
  const token = await tokenOf('ES256');
  const socket = await TestSocket.acknowledged(gateway.app.url, { authorization: `Bearer ${token}` });
  await readAgain();
  expect(await statusOf(token)).toBe(200);
  expect((await socket.run(QUERY)).data).toEqual({ viewer: { partner: 'ACME_PAY' } });
});

test('an issuer that fails takes no token along', async () => {
  const token = await tokenOf('ES256');
  expect(await statusOf(token)).toBe(200);
  issuer.failure = { status: 500, text: '{}' };
  await readAgain();
  expect(await statusOf(token)).toBe(200);
});
