import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import { Agent } from 'undici';
import { clientCertificate } from '../../support/client-certificate.ts';
import { DpopClient, type ProofChanges } from '../../support/dpop.ts';
import { Gateway } from '../../support/gateway.ts';
import { ownCertificate } from '../../support/own-certificate.ts';
import { TemporaryFolders } from '../../support/temporary-folders.ts';

const QUERY = '{ viewer { partner } }';
const FORM = { grant_type: 'client_credentials', client_id: 'acme-pay', client_secret: 'acme-pay-secret' };

const folders = new TemporaryFolders();
const server = ownCertificate(folders);
let gateway: Gateway;
let client: DpopClient;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api' } });
  client = await DpopClient.make(gateway.clock);
});
afterAll(async () => {
  await gateway.stop();
  folders.remove();
});

async function request(dpop: string | undefined) {
  const url = `${gateway.app.url}/oauth/token`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...(dpop !== undefined && { dpop }) },
    body: new URLSearchParams(FORM),
  });
  const body = (await answer.json()) as Readonly<Record<string, string>>;
  return { status: answer.status, nonce: answer.headers.get('dpop-nonce') ?? undefined, body };
}

async function proof(changes: ProofChanges = {}): Promise<string> {
  const url = `${gateway.app.url}/oauth/token`;
  const { nonce } = await request(await client.proof({ url }));
  return client.proof({ url, nonce }, changes);
}

describe('a token that is requested with a proof', () => {
  test('is bound to its key, and valid with proofs by that key', async () => {
    const { status, body } = await request(await proof());
    expect([status, body['token_type']]).toEqual([200, 'DPoP']);
    const token = body['access_token'] ?? '';
    expect(decodeJwt(token)['cnf']).toEqual({ jkt: client.thumbprint });
    const ask = async (nonce?: string) => {
      const dpop = await client.proof({ url: `${gateway.app.url}/graphql`, token, nonce });
      return gateway.ask({ query: QUERY, client: null, headers: { authorization: `DPoP ${token}`, dpop } });
    };
    const first = await ask();
    expect(first.status).toBe(401);
    const { body: answer } = await ask(first.headers.get('dpop-nonce') ?? '');
    expect(answer).toMatchObject({ data: { viewer: { partner: 'ACME_PAY' } } });
    expect((await gateway.ask({ query: QUERY, token })).status).toBe(401);
  });

  test('is refused with a nonce if the proof has none', async () => {
    const { status, nonce, body } = await request(await client.proof({ url: `${gateway.app.url}/oauth/token` }));
    expect([status, body['error'], nonce]).toEqual([400, 'use_dpop_nonce', expect.stringMatching(/^[\w-]{43}$/)]);
    expect(body).not.toHaveProperty('access_token');
  });

  test.each<[string, ProofChanges]>([
    ['for another address', { claims: { htu: 'http://localhost/graphql' } }],
    ['for another method', { claims: { htm: 'GET' } }],
    ['of another type', { header: { typ: 'JWT' } }],
  ])('is refused if the proof is %s', async (_case, changes) => {
    const { status, body } = await request(await proof(changes));
    expect([status, body['error']]).toEqual([400, 'invalid_dpop_proof']);
  });

  test('is refused if the proof was used before', async () => {
    const used = await proof();
    expect((await request(used)).status).toBe(200);
    expect((await request(used)).body['error']).toBe('invalid_dpop_proof');
  });

  test('is plain without a proof', async () => {
    const { body } = await request(undefined);
    expect(body['token_type']).toBe('Bearer');
    expect(decodeJwt(body['access_token'] ?? '')).not.toHaveProperty('cnf');
  });
});

test('a token that is requested with a client certificate is bound to it', async () => {
  const shown = clientCertificate(folders, 'client');
  const secure = await Gateway.start({
    environment: { ROLES: 'api', TLS_CERT_FILE: server.cert, TLS_KEY_FILE: server.key },
  });
  const connect = { ca: readFileSync(server.cert, 'utf8'), cert: shown.cert, key: shown.key };
  const dispatcher = new Agent({ connect });
  try {
    const answer = await dispatcher.request({
      ...{ origin: secure.app.url, path: '/oauth/token', method: 'POST' as const },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(FORM).toString(),
    });
    const { access_token: token } = (await answer.body.json()) as { access_token: string };
    expect(decodeJwt(token)['cnf']).toEqual({ 'x5t#S256': shown.thumbprint });
    const accepted = await dispatcher.request({
      ...{ origin: secure.app.url, path: '/graphql', method: 'POST' as const },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: QUERY }),
    });
    expect(await accepted.body.json()).toMatchObject({ data: { viewer: { partner: 'ACME_PAY' } } });
  } finally {
    await dispatcher.close();
    await secure.stop();
  }
});
