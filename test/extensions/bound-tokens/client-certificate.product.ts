import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect, type SecureVersion } from 'node:tls';
import { clientCertificate, type ClientCertificate } from '../../support/client-certificate.ts';
import { DpopClient } from '../../support/dpop.ts';
import { Gateway } from '../../support/gateway.ts';
import { ownCertificate } from '../../support/own-certificate.ts';
import { TemporaryFolders } from '../../support/temporary-folders.ts';
import { TestSocket } from '../../support/socket.ts';
import { OutsideIssuer } from '../../platform/auth/outside-issuer.ts';
import { QUERY } from '../../platform/auth/bound-scene.ts';

const folders = new TemporaryFolders();
const server = ownCertificate(folders);
const ca = readFileSync(server.cert, 'utf8');
const mine = clientCertificate(folders, 'mine');
const foreign = clientCertificate(folders, 'foreign');
const authority = clientCertificate(folders, 'authority');
const signed = clientCertificate(folders, 'signed', authority);

let issuer: OutsideIssuer;
let gateway: Gateway;
/** The same, but client certificates must be signed by a configured authority. */
let strict: Gateway;

beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256');
  const environment = { ...issuer.environment(), TLS_CERT_FILE: server.cert, TLS_KEY_FILE: server.key };
  gateway = await Gateway.start({ environment: { ROLES: 'api', ...environment } });
  strict = await Gateway.start({
    environment: { ROLES: 'api', ...environment, TLS_CLIENT_CA_FILE: authority.certFile },
  });
});
afterEach(() => {
  TestSocket.endAll();
});
afterAll(async () => {
  await gateway.stop();
  await strict.stop();
  await issuer.stop();
  folders.remove();
});

function tokenFor({ thumbprint }: ClientCertificate, more: object = {}): Promise<string> {
  const cnf = { 'x5t#S256': thumbprint, ...more };
  return issuer.token(gateway.clock.now(), { claims: { cnf, scope: 'account.read webhook.read' } });
}

interface Call {
  readonly token: string;
  readonly shown?: ClientCertificate | undefined;
  readonly at?: Gateway;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
}

/** Sends a request over TLS, with a certificate or without. */
function call({ token, shown, at = gateway, headers = {}, path = '/graphql' }: Call) {
  return new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
    const isGraphql = path === '/graphql';
    const sent = request(`${at.app.url}${path}`, {
      method: isGraphql ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'api-version': '1', ...headers },
      agent: false,
      ca,
      ...(shown && { cert: shown.cert, key: shown.key }),
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        resolve({ status: response.statusCode, text });
      });
    });
    sent.end(isGraphql ? JSON.stringify({ query: QUERY }) : undefined);
  });
}

const NONE = 'The token is bound to a client certificate, but the connection presented none.';
const ANOTHER = 'The token is bound to another client certificate.';

describe('a token that is bound to a certificate', () => {
  test('is accepted over a connection that has presented it, for GraphQL and REST', async () => {
    const token = await tokenFor(mine);
    expect(await call({ token, shown: mine })).toMatchObject({ status: 200, text: expect.stringMatching(/ACME_PAY/) });
    expect(await call({ token, shown: mine, path: '/webhooks/configurations' })).toMatchObject({ status: 200 });
  });

  test('is refused without it, and with another, even after it was accepted', async () => {
    const token = await tokenFor(mine);
    expect((await call({ token, shown: mine })).status).toBe(200);
    for (const path of ['/graphql', '/webhooks/configurations']) {
      expect(await call({ token, path })).toMatchObject({ status: 401, text: expect.stringContaining(NONE) });
      expect(await call({ token, path, shown: foreign })).toMatchObject({
        status: 401,
        text: expect.stringContaining(ANOTHER),
      });
    }
  });

  test('is refused when the certificate is only in a header: no proxy is trusted here', async () => {
    const headers = { 'client-cert': `:${mine.der.toString('base64')}:`, 'x-forwarded-for': '10.0.0.1' };
    expect(await call({ token: await tokenFor(mine), headers })).toMatchObject({ status: 401 });
  });

  test('and to a key needs both', async () => {
    const client = await DpopClient.make(gateway.clock);
    const token = await tokenFor(mine, { jkt: client.thumbprint });
    const url = `${gateway.app.url}/graphql`;
    const proof = async (nonce?: string) => client.proof({ url, token, nonce });
    const dpop = async (shown: ClientCertificate | undefined, nonce?: string) =>
      call({ token, shown, headers: { authorization: `DPoP ${token}`, dpop: await proof(nonce) } });
    const nonce = /"dpopNonce":"([\w-]{43})"/.exec((await dpop(mine)).text)?.[1];
    expect((await dpop(mine, nonce)).status).toBe(200);
    expect((await dpop(undefined, nonce)).status).toBe(401);
    expect((await call({ token, shown: mine })).status).toBe(401);
  });

  test('is refused as DPoP', async () => {
    const token = await tokenFor(mine);
    const { status, text } = await call({ token, shown: mine, headers: { authorization: `DPoP ${token}` } });
    expect([status, text]).toEqual([401, expect.stringContaining('not bound to a key')]);
  });

  test('opens a socket whose connection has presented it, and no other', async () => {
    const payload = { authorization: `Bearer ${await tokenFor(mine)}` };
    const begin = async (shown: ClientCertificate | undefined) => {
      const options = { ca, ...(shown && { cert: shown.cert, key: shown.key }) };
      const socket = await TestSocket.connect({ url: gateway.app.url, options });
      socket.send({ type: 'connection_init', payload });
      return socket;
    };
    const socket = await begin(mine);
    await socket.next('connection_ack');
    expect((await socket.run(QUERY)).data).toEqual({ viewer: { partner: 'ACME_PAY' } });
    socket.send({ type: 'ping', payload: { authorization: `Bearer ${await tokenFor(mine)}` } });
    expect((await socket.next('pong')).payload).toHaveProperty('tokenExpiresAt');
    socket.send({ type: 'ping', payload: { authorization: `Bearer ${await tokenFor(foreign)}` } });
    expect(await socket.closed).toEqual({ code: 4403, reason: `Forbidden: ${ANOTHER}` });
    expect(await (await begin(undefined)).closed).toEqual({ code: 4403, reason: `Forbidden: ${NONE}` });
    expect(await (await begin(foreign)).closed).toEqual({ code: 4403, reason: `Forbidden: ${ANOTHER}` });
  });
});

describe('with configured client authorities', () => {
  test('a certificate signed by one of them is accepted, and a self-signed one is not', async () => {
    expect((await call({ token: await tokenFor(signed), shown: signed, at: strict })).status).toBe(200);
    expect((await call({ token: await tokenFor(mine), shown: mine, at: strict })).status).toBe(401);
    expect((await call({ token: await tokenFor(signed), shown: mine, at: strict })).status).toBe(401);
  });

  test('a plain token is accepted with and without a certificate', async () => {
    const token = await issuer.token(gateway.clock.now());
    expect((await call({ token, at: strict })).status).toBe(200);
    expect((await call({ token, at: strict, shown: mine })).status).toBe(200);
  });
});

describe('TLS', () => {
  const handshake = (maxVersion: SecureVersion, ciphers?: string) =>
    new Promise<string | null>((resolve) => {
      const { hostname: host, port } = new URL(gateway.app.url);
      const options = { host, port: Number(port), ca, minVersion: 'TLSv1' as const, maxVersion };
      const socket = connect({ ...options, ...(ciphers !== undefined && { ciphers }) }, () => {
        resolve(socket.getProtocol());
        socket.destroy();
      });
      socket.on('error', () => {
        resolve(null);
      });
    });

  test('is 1.2 or newer, with the recommended ciphers', async () => {
    expect(await handshake('TLSv1.3')).toBe('TLSv1.3');
    expect(await handshake('TLSv1.2')).toBe('TLSv1.2');
    expect(await handshake('TLSv1.1', 'DEFAULT:@SECLEVEL=0')).toBeNull();
    expect(await handshake('TLSv1.2', 'ECDHE-ECDSA-AES128-SHA')).toBeNull();
    expect(await handshake('TLSv1.2', 'ECDHE-ECDSA-AES128-GCM-SHA256')).toBe('TLSv1.2');
  });

  test('is the only protocol of its port', async () => {
    await expect(fetch(gateway.app.url.replace('https', 'http'))).rejects.toThrow(/fetch failed/);
  });

  test.each([
    ['TLS_CERT_FILE', '/nowhere/server.crt', /cannot be read: ENOENT/],
    ['TLS_CERT_FILE', server.key, /^TLS cannot be served with /],
    ['TLS_KEY_FILE', mine.certFile.replace(/crt$/, 'key'), /^TLS cannot be served with /],
    ['TLS_CLIENT_CA_FILE', '/nowhere/ca.crt', /cannot be read: ENOENT/],
  ])('with %s=%s stops the start', async (name, file, message) => {
    const environment = { TLS_CERT_FILE: server.cert, TLS_KEY_FILE: server.key, [name]: file };
    await expect(Gateway.start({ environment: { ROLES: 'api', ...environment } })).rejects.toThrow(message);
  });
});
