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

/** Waits until the key set was fetched again and is in use. */
async function readAgain(): Promise<void> {
  const before = issuer.requests;
  await eventually(() => Promise.resolve(issuer.requests > before + 1));
}

describe('a key that its issuer withdraws', () => {
  test('invalidates the tokens that were verified by it, over HTTP and sockets, and no others', async () => {
    const [bad, good] = [await tokenOf('EdDSA'), await tokenOf('ES256')];
    expect([await statusOf(bad), await statusOf(good)]).toEqual([200, 200]);
    const dropped = await TestSocket.acknowledged(gateway.app.url, { authorization: `Bearer ${bad}` });
    const kept = await TestSocket.acknowledged(gateway.app.url, { authorization: `Bearer ${good}` });
    issuer.withdrawn.add('key-EdDSA');
    await eventually(async () => (await statusOf(bad)) === 401);
    expect(await dropped.closed).toEqual({
      code: 4403,
      reason: 'Forbidden: The signing key of the token is no longer trusted.',
    });
    expect(await statusOf(good)).toBe(200);
    expect((await kept.run(QUERY)).data).toEqual({ viewer: { partner: 'ACME_PAY' } });
  });

  test('is trusted again when it is published again', async () => {
    const token = await tokenOf('EdDSA');
    issuer.withdrawn.add('key-EdDSA');
    await eventually(async () => (await statusOf(token)) === 401);
    issuer.withdrawn.clear();
    expect(await eventually(async () => (await statusOf(token)) === 200)).toBe(true);
  });
});

test('keys that are fetched again unchanged affect no token and no socket', async () => {
  const token = await tokenOf('ES256');
  const socket = await TestSocket.acknowledged(gateway.app.url, { authorization: `Bearer ${token}` });
  await readAgain();
  expect(await statusOf(token)).toBe(200);
  expect((await socket.run(QUERY)).data).toEqual({ viewer: { partner: 'ACME_PAY' } });
});

test('an issuer that fails invalidates no token', async () => {
  const token = await tokenOf('ES256');
  expect(await statusOf(token)).toBe(200);
  issuer.failure = { status: 500, text: '{}' };
  await readAgain();
  expect(await statusOf(token)).toBe(200);
});
