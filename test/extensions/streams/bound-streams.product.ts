import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { clientCertificate, type ClientCertificate } from '../../support/client-certificate.ts';
import type { ProofChanges } from '../../support/dpop.ts';
import { ownCertificate } from '../../support/own-certificate.ts';
import { TestStream, type OpenStream } from '../../support/streams.ts';
import { TemporaryFolders } from '../../support/temporary-folders.ts';
import { BoundScene } from '../../platform/auth/bound-scene.ts';

const query = 'subscription { webhookEvents { id } }';
const folders = new TemporaryFolders();
const server = ownCertificate(folders);
const mine = clientCertificate(folders, 'mine');
const foreign = clientCertificate(folders, 'foreign');

let scene: BoundScene;
let encrypted: BoundScene;

beforeAll(async () => {
  scene = await BoundScene.start();
  encrypted = await BoundScene.start({ environment: { TLS_CERT_FILE: server.cert, TLS_KEY_FILE: server.key } });
});
afterEach(() => {
  TestStream.endAll();
});
afterAll(async () => {
  await scene.stop();
  await encrypted.stop();
  folders.remove();
});

function tokenFor({ issuer, gateway, client }: BoundScene, cnf: object = { jkt: client.thumbprint }): Promise<string> {
  return issuer.token(gateway.clock.now(), { claims: { cnf, scope: 'webhook.read' } });
}

interface Wire {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly contentType: string;
  readonly open: (options: OpenStream) => Promise<TestStream>;
}

const EVENTS = {
  path: '/graphql/stream',
  contentType: 'text/event-stream',
  open: (options: OpenStream) => TestStream.events(options),
};
const MULTIPART = 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0';
const wires: readonly (readonly [string, Wire])[] = [
  ['server-sent events by POST', { ...EVENTS, method: 'POST' }],
  ['server-sent events by GET', { ...EVENTS, method: 'GET' }],
  [
    'parts',
    { path: '/graphql', method: 'POST', contentType: 'multipart/mixed', open: (options) => TestStream.parts(options) },
  ],
];

describe.each(wires)('a token that is bound to a key, and is sent for %s,', (_name, wire) => {
  const { path, method, contentType } = wire;

  function proof(token: string, nonce: string | undefined, changes: ProofChanges = {}): Promise<string> {
    return scene.client.proof({ method, url: scene.gateway.app.url + path, token, nonce }, changes);
  }

  function open(token: string, dpop: string | undefined, scheme = 'DPoP'): Promise<TestStream> {
    const headers = { authorization: `${scheme} ${token}`, ...(dpop !== undefined && { dpop }) };
    return wire.open({ url: scene.gateway.app.url, query, method, headers });
  }

  async function expectRefused(stream: TestStream, error: string): Promise<void> {
    expect(stream.status).toBe(401);
    expect(await stream.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(stream.headers['www-authenticate']).toContain(`error="${error}"`);
  }

  test('opens with its proof, using the nonce of the refusal of one without', async () => {
    const token = await tokenFor(scene);
    const refused = await open(token, await proof(token, undefined));
    await expectRefused(refused, 'use_dpop_nonce');
    const nonce = String(refused.headers['dpop-nonce']);
    const opened = await open(token, await proof(token, nonce));
    expect([opened.status, opened.headers['content-type']]).toEqual([200, expect.stringContaining(contentType)]);
    expect(opened.headers['dpop-nonce']).toMatch(/^[\w-]{43}$/);
  });

  test('is refused with a proof that was used before', async () => {
    const [token, nonce] = [await tokenFor(scene), await scene.nonce()];
    const used = await proof(token, nonce);
    expect((await open(token, used)).status).toBe(200);
    await expectRefused(await open(token, used), 'invalid_dpop_proof');
  });

  test.each<[string, ProofChanges]>([
    ['for another method', { claims: { htm: 'PUT' } }],
    ['for another path', { claims: { htu: 'http://127.0.0.1/other' } }],
    ['for another token', { claims: { ath: 'x' } }],
    ['of long ago', { claims: { iat: 1 } }],
    ['with an unknown nonce', { claims: { nonce: 'x' } }],
  ])('is refused with a proof %s', async (_case, changes) => {
    const [token, nonce] = [await tokenFor(scene), await scene.nonce()];
    const error = changes.claims?.['nonce'] === undefined ? 'invalid_dpop_proof' : 'use_dpop_nonce';
    await expectRefused(await open(token, await proof(token, nonce, changes)), error);
  });

  test('is refused without a proof, and as a plain token', async () => {
    const [token, nonce] = [await tokenFor(scene), await scene.nonce()];
    await expectRefused(await open(token, undefined), 'invalid_dpop_proof');
    await expectRefused(await open(token, await proof(token, nonce), 'Bearer'), 'invalid_token');
  });
});

/** Opens a stream over TLS with or without a certificate; returns its status, content type and first text. */
async function openEncrypted({ path, method }: Wire, shown: ClientCertificate | undefined) {
  const token = await tokenFor(encrypted, { 'x5t#S256': mine.thumbprint });
  const search = method === 'GET' ? `?${new URLSearchParams({ query }).toString()}` : '';
  return new Promise<{ status: number | undefined; contentType: string | undefined; text: string }>(
    (resolve, reject) => {
      const sent = request(`${encrypted.gateway.app.url}${path}${search}`, {
        method,
        agent: false,
        ca: readFileSync(server.cert),
        headers: {
          authorization: `Bearer ${token}`,
          accept: path === '/graphql' ? MULTIPART : 'text/event-stream',
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(shown && { cert: shown.cert, key: shown.key }),
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        response.setEncoding('utf8').once('data', (text: string) => {
          resolve({ status: response.statusCode, contentType: response.headers['content-type'], text });
          response.on('error', () => undefined).destroy();
        });
      });
      sent.end(method === 'POST' ? JSON.stringify({ query }) : undefined);
    },
  );
}

test.each(wires)(
  'a token that is bound to a certificate opens %s only over a connection that has shown it',
  async (_, wire) => {
    const opened = await openEncrypted(wire, mine);
    expect(opened).toMatchObject({ status: 200, contentType: expect.stringContaining(wire.contentType) });
    expect(await openEncrypted(wire, undefined)).toMatchObject({
      status: 401,
      text: expect.stringContaining('the connection presented none'),
    });
    expect(await openEncrypted(wire, foreign)).toMatchObject({
      status: 401,
      text: expect.stringContaining('bound to another client certificate'),
    });
  },
);
