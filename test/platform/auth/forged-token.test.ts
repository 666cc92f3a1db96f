import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CompactEncrypt, exportSPKI } from 'jose';
import { Gateway } from '../../support/gateway.ts';
import { issuerKey, OutsideIssuer, type IssuerKey } from './outside-issuer.ts';

let issuer: OutsideIssuer;
let attacker: OutsideIssuer;
let gateway: Gateway;

beforeAll(async () => {
  issuer = await OutsideIssuer.start('RS256', 'ES256');
  attacker = await OutsideIssuer.start('RS256');
  gateway = await Gateway.start({ environment: { ROLES: 'api', ...issuer.environment() } });
});
afterAll(async () => {
  await gateway.stop();
  await attacker.stop();
  await issuer.stop();
});

const QUERY = '{ paymentAccounts { totalCount } }';

async function expectRefused(token: string): Promise<void> {
  for (const _ of ['first', 'again']) {
    const { status, headers, body } = await gateway.ask({ query: QUERY, token });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="partner-banking", error="invalid_token"');
    expect(body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(body.data).toBeUndefined();
    expect(JSON.stringify(body)).not.toContain(token);
  }
}

function good(changes: Parameters<OutsideIssuer['token']>[1] = {}): Promise<string> {
  return issuer.token(gateway.clock.now(), changes);
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Returns the parts of a valid token with another header, as an attacker can make them. */
async function reheaded(header: object): Promise<{ head: string; payload: string; signature: string }> {
  const [, payload = '', signature = ''] = (await good()).split('.');
  return { head: base64url(header), payload, signature };
}

test('a token of the issuer is accepted', async () => {
  const { status, body } = await gateway.ask({ query: QUERY, token: await good() });
  expect(status).toBe(200);
  expect(body.data.paymentAccounts.totalCount).toBe(8);
});

describe('a signature', () => {
  test.each(['none', 'None', 'NONE', ''])('that the algorithm "%s" makes unnecessary is refused', async (alg) => {
    const { head, payload, signature } = await reheaded({ alg, typ: 'at+jwt' });
    await expectRefused(`${head}.${payload}.`);
    await expectRefused(`${head}.${payload}`);
    await expectRefused(`${head}.${payload}.${signature}`);
  });

  test('that is stripped is refused', async () => {
    const [head = '', payload = ''] = (await good()).split('.');
    await expectRefused(`${head}.${payload}.`);
    await expectRefused(`${head}.${payload}`);
  });

  test.each([0, 100, 255])('with a bit of byte %i flipped is refused', async (index) => {
    const [head = '', payload = '', signature = ''] = (await good()).split('.');
    const bytes = Buffer.from(signature, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index);
    await expectRefused(`${head}.${payload}.${bytes.toString('base64url')}`);
  });

  test('of another payload is refused, even after the right one was accepted', async () => {
    const token = await good();
    await gateway.data({ query: QUERY, token });
    const [head = '', payload = '', signature = ''] = token.split('.');
    const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString());
    await expectRefused(`${head}.${base64url({ ...claims, partner_id: 'BETA_PAY' })}.${signature}`);
  });

  test.each(['PEM', 'DER', 'JWK'])('by HS256 with the public key as %s is refused', async (form) => {
    const { publicKey, jwk, kid } = issuer.key('RS256');
    const pem = await exportSPKI(publicKey);
    const der = Buffer.from(pem.replace(/-----.*-----|\s/g, ''), 'base64');
    const secret = { PEM: pem, DER: der, JWK: JSON.stringify(jwk) }[form] ?? '';
    const { head, payload } = await reheaded({ alg: 'HS256', kid, typ: 'at+jwt' });
    const signature = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url');
    await expectRefused(`${head}.${payload}.${signature}`);
  });

  test.each(['', 'secret', '\0'])('by HS256 with the weak secret %j is refused', async (secret) => {
    const { head, payload } = await reheaded({ alg: 'HS256', typ: 'at+jwt' });
    const signature = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url');
    await expectRefused(`${head}.${payload}.${signature}`);
  });

  test('of a known key under the name of another is refused', async () => {
    await expectRefused(await good({ header: { kid: 'key-ES256' } }));
    await expectRefused(await good({ key: issuer.key('ES256').privateKey, header: { alg: 'ES256' } }));
  });

  test('by an algorithm that is not allowed is refused, even with the right key', async () => {
    const key = issuer.key('RS256').privateKey;
    const { head, payload } = await reheaded({ alg: 'RS512', kid: 'key-RS256', typ: 'at+jwt' });
    const bytes = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key, Buffer.from(`${head}.${payload}`));
    await expectRefused(`${head}.${payload}.${Buffer.from(bytes).toString('base64url')}`);
  });
});

describe('a key that the token itself names', () => {
  let stranger: IssuerKey;

  beforeAll(async () => {
    stranger = await issuerKey('RS256', 'key-RS256');
  });

  test.each([
    ['only the known kid', {}],
    ['an unknown kid', { kid: 'stranger' }],
    ['no kid', { kid: undefined }],
    ['a kid that is a path', { kid: '../../../../dev/null' }],
    ['a kid that is SQL', { kid: "x' union select 'key" }],
    ['a kid that names the prototype', { kid: '__proto__' }],
  ])('is refused with %s', async (_case, header) => {
    await expectRefused(await good({ key: stranger.privateKey, header }));
  });

  test('is refused when it is embedded', async () => {
    const { kty, n, e } = stranger.jwk;
    await expectRefused(await good({ key: stranger.privateKey, header: { jwk: { kty, n, e } } }));
    await expectRefused(await good({ key: stranger.privateKey, header: { jwk: { kty, n, e }, kid: undefined } }));
  });

  test.each(['jku', 'x5u'])('is refused when %s points to it, and is not fetched from there', async (name) => {
    const header = { [name]: `${attacker.url}/keys` };
    await expectRefused(await attacker.token(gateway.clock.now(), { header }));
    await expectRefused(await attacker.token(gateway.clock.now(), { header: { ...header, kid: 'stranger' } }));
    expect(attacker.requests).toBe(0);
  });

  test('is refused when a path in kid points to an empty secret', async () => {
    const { head, payload } = await reheaded({ alg: 'HS256', kid: '../../../../dev/null', typ: 'at+jwt' });
    const signature = createHmac('sha256', '').update(`${head}.${payload}`).digest('base64url');
    await expectRefused(`${head}.${payload}.${signature}`);
  });
});

describe('a token', () => {
  test('with a critical extension that is not understood is refused', async () => {
    await expectRefused(await good({ header: { crit: ['x-unknown'], 'x-unknown': true } }));
  });

  test('that is encrypted is refused', async () => {
    const { publicKey } = await issuerKey('RSA-OAEP-256', 'x');
    const encrypted = new CompactEncrypt(Buffer.from(await good()));
    await expectRefused(
      await encrypted.setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty: 'JWT' }).encrypt(publicKey),
    );
  });

  test('of 10 kB is refused, even with a valid signature', async () => {
    await expectRefused(await good({ claims: { padding: 'x'.repeat(10_000) } }));
  });

  test('of 100 kB exceeds the size limit of headers', async () => {
    const response = await fetch(`${gateway.app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${'x'.repeat(100_000)}` },
      body: JSON.stringify({ query: QUERY }),
    });
    expect(response.status).toBe(431);
  });
});
