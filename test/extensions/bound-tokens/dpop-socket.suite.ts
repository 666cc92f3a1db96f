import { afterEach, describe, expect, test } from '@jest/globals';
import { DpopClient, type ProofChanges } from '../../support/dpop.ts';
import { TestSocket } from '../../support/socket.ts';
import { QUERY } from '../../platform/auth/bound-scene.ts';
import { scene } from '../../platform/auth/issuer-scene.ts';

afterEach(() => {
  TestSocket.endAll();
});

/** Returns a proof for the request that opens a socket. */
async function socketProof(token: string, changes: ProofChanges = {}): Promise<string> {
  return scene.client.proof({ method: 'GET', url: scene.url, token, nonce: await scene.nonce() }, changes);
}

async function begin(payload: object): Promise<TestSocket> {
  const socket = await TestSocket.connect({ url: scene.gateway.app.url });
  socket.send({ type: 'connection_init', payload });
  return socket;
}

async function open(): Promise<TestSocket> {
  const token = await scene.token();
  const socket = await begin({ authorization: `DPoP ${token}`, dpop: await socketProof(token) });
  await socket.next('connection_ack');
  return socket;
}

describe('a socket', () => {
  test.each([
    ['next to each other', (authorization: string, dpop: string) => ({ authorization, dpop })],
    ['in upper case', (Authorization: string, DPoP: string) => ({ Authorization, DPoP })],
    ['within headers', (Authorization: string, DPoP: string) => ({ headers: { Authorization, DPoP } })],
  ])('opens with a token and its proof %s', async (_case, payloadOf) => {
    const token = await scene.token();
    const socket = await begin(payloadOf(`DPoP ${token}`, await socketProof(token)));
    const { payload } = await socket.next('connection_ack');
    expect(payload.dpopNonce).toMatch(/^[\w-]{43}$/);
    expect((await socket.run(QUERY)).data).toEqual({ viewer: { partner: 'ACME_PAY' } });
  });

  test.each(['ws', 'http'])('can be named by its %s address', async (scheme) => {
    const token = await scene.token();
    const htu = scene.url.replace('http', scheme);
    const socket = await begin({ authorization: `DPoP ${token}`, dpop: await socketProof(token, { claims: { htu } }) });
    expect((await socket.next('connection_ack')).payload).toHaveProperty('dpopNonce');
  });

  test('is closed with the nonce that its proof lacks', async () => {
    const token = await scene.token();
    const dpop = await socketProof(token, { claims: { nonce: undefined } });
    const { code, reason } = await (await begin({ authorization: `DPoP ${token}`, dpop })).closed;
    const [, nonce] = /^Forbidden: use_dpop_nonce ([\w-]{43})$/.exec(reason) ?? [];
    expect([code, nonce]).toEqual([4403, expect.any(String)]);
    const proof = await socketProof(token, { claims: { nonce } });
    await (await begin({ authorization: `DPoP ${token}`, dpop: proof })).next('connection_ack');
  });

  test.each<[string, ProofChanges | undefined]>([
    ['no proof', undefined],
    ['a proof for a POST', { claims: { htm: 'POST' } }],
    ['a proof for another address', { claims: { htu: 'wss://gateway.example.com/graphql' } }],
    ['a proof for another token', { claims: { ath: 'x' } }],
    ['an old proof', { claims: { iat: 1 } }],
  ])('is closed when it begins with %s', async (_case, changes) => {
    const token = await scene.token();
    const dpop = changes && (await socketProof(token, changes));
    const { code, reason } = await (await begin({ authorization: `DPoP ${token}`, dpop })).closed;
    expect([code, reason]).toEqual([4403, expect.stringMatching(/^Forbidden: The (proof|header DPoP) is /)]);
  });

  test.each([5, [], {}])('is closed when its proof is not a string, but %j', async (dpop) => {
    const socket = await begin({ authorization: `DPoP ${await scene.token()}`, dpop });
    expect(await socket.closed).toMatchObject({ code: 4403 });
  });

  test('is closed when it sends the token as Bearer, or repeats a proof', async () => {
    const token = await scene.token();
    const dpop = await socketProof(token);
    expect(await (await begin({ authorization: `Bearer ${token}`, dpop })).closed).toMatchObject({ code: 4403 });
    await (await begin({ authorization: `DPoP ${token}`, dpop })).next('connection_ack');
    expect(await (await begin({ authorization: `DPoP ${token}`, dpop })).closed).toEqual({
      code: 4403,
      reason: 'Forbidden: The proof was used before: create a new one for each request.',
    });
  });

  test('accepts no proof that was used over HTTP', async () => {
    const token = await scene.token();
    const dpop = await socketProof(token);
    const url = `${scene.url}?query=${encodeURIComponent(QUERY)}`;
    const headers = { authorization: `DPoP ${token}`, dpop, 'apollo-require-preflight': 'x' };
    expect((await fetch(url, { headers })).status).toBe(200);
    expect(await (await begin({ authorization: `DPoP ${token}`, dpop })).closed).toMatchObject({ code: 4403 });
  });
});

describe('a ping with a new token', () => {
  const ping = async (socket: TestSocket, token: string, changes?: ProofChanges) => {
    const dpop = changes && (await socketProof(token, changes));
    socket.send({ type: 'ping', payload: { authorization: `DPoP ${token}`, dpop } });
  };

  test('and its proof replaces the old one', async () => {
    const socket = await open();
    scene.gateway.clock.advance(200);
    const token = await scene.token();
    await ping(socket, token, {});
    const { payload } = await socket.next('pong');
    expect(payload).toMatchObject({ tokenExpiresAt: expect.any(String), dpopNonce: expect.any(String) });
    scene.gateway.clock.advance(200);
    expect((await socket.run(QUERY)).data).toEqual({ viewer: { partner: 'ACME_PAY' } });
  });

  test('is accepted with a proof of another key that the token is bound to', async () => {
    const socket = await open();
    const other = await DpopClient.make(scene.gateway.clock);
    const token = await scene.token({ jkt: other.thumbprint });
    const nonce = await scene.nonce();
    const dpop = await other.proof({ method: 'GET', url: scene.url, token, nonce });
    socket.send({ type: 'ping', payload: { authorization: `DPoP ${token}`, dpop } });
    expect((await socket.next('pong')).payload).toHaveProperty('tokenExpiresAt');
  });

  test('whose proof lacks the nonce is answered with it, and the socket stays open', async () => {
    const socket = await open();
    const token = await scene.token();
    await ping(socket, token, { claims: { nonce: 'old' } });
    const { payload } = await socket.next('pong');
    expect(payload).toEqual({ error: 'use_dpop_nonce', dpopNonce: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await socket.run(QUERY)).data).toEqual({ viewer: { partner: 'ACME_PAY' } });
    await ping(socket, token, { claims: { nonce: payload.dpopNonce } });
    await socket.next('pong');
  });

  test.each<[string, ProofChanges | undefined]>([
    ['no proof', undefined],
    ['a proof for another token', { claims: { ath: 'x' } }],
  ])('and %s closes the socket', async (_case, changes) => {
    const socket = await open();
    await ping(socket, await scene.token(), changes);
    expect(await socket.closed).toMatchObject({ code: 4403 });
  });
});
