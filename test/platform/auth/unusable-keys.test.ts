import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { Gateway } from '../../support/gateway.ts';
import { OutsideIssuer } from './outside-issuer.ts';

const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 });
const POINT = { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' };

let issuer: OutsideIssuer;
let gateway: Gateway;

beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256');
  issuer.others.push({ ...weak.publicKey.export({ format: 'jwk' }), kty: 'RSA', kid: 'weak' });
  issuer.others.push({ ...POINT, kid: 'not on the curve' }, { kty: 'RSA', kid: 'incomplete' });
  gateway = await Gateway.start({ environment: { ROLES: 'api', ...issuer.environment() } });
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
});

const ask = (token: string) => gateway.ask({ query: '{ paymentAccounts { totalCount } }', token });

/** Returns a valid token that names another key of the issuer, signed by the weak one. */
async function tokenBy(kid: string, alg: string): Promise<string> {
  const head = { alg, kid, typ: 'at+jwt' };
  const claims = decodeJwt(await issuer.token(gateway.clock.now()));
  const signed = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), weak.privateKey).toString('base64url')}`;
}

test.each([
  ['weak', 'RS256'],
  ['not on the curve', 'ES256'],
  ['incomplete', 'RS256'],
])('a token that names a key of its issuer that is %s is refused', async (kid, alg) => {
  const { status, body } = await ask(await tokenBy(kid, alg));
  expect(status).toBe(401);
  expect(body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
});

test('tokens by its other keys are accepted', async () => {
  const { status } = await ask(await issuer.token(gateway.clock.now()));
  expect(status).toBe(200);
});
