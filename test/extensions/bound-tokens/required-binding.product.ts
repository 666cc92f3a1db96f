import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DpopClient } from '../../support/dpop.ts';
import { TestSocket } from '../../support/socket.ts';
import { BoundScene } from '../../platform/auth/bound-scene.ts';

let scene: BoundScene;

beforeAll(async () => {
  scene = await BoundScene.start({ environment: { REQUIRE_SENDER_CONSTRAINT: 'true', RATE_LIMIT: '20/600' } });
});
afterAll(async () => {
  TestSocket.endAll();
  await scene.stop();
});

const REFUSAL = 'Only tokens that are bound to a key or certificate (cnf) are accepted here.';

describe('where tokens must be bound', () => {
  test('an unbound one is refused each time, over HTTP and sockets', async () => {
    const token = await scene.issuer.token(scene.gateway.clock.now());
    for (const _time of [1, 2]) {
      const { status, headers, body } = await scene.send({ token, scheme: 'Bearer' });
      expect(body.errors).toEqual([{ message: REFUSAL, extensions: { code: 'UNAUTHENTICATED' } }]);
      expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/error="invalid_token"$/)]);
    }
    const socket = await TestSocket.connect({ url: scene.gateway.app.url });
    socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
    expect(await socket.closed).toEqual({ code: 4403, reason: `Forbidden: ${REFUSAL}` });
  });

  test('a bound one is accepted with its proof', async () => {
    const token = await scene.token();
    expect((await scene.send({ token, proof: await scene.proof(token) })).status).toBe(200);
  });

  test('an operation that needs no token works without one', async () => {
    const { status } = await scene.gateway.ask({ query: '{ errorCatalogue { code } }', client: null });
    expect(status).toBe(200);
  });
});

test('with REQUIRE_TOKEN_TYPE=false a token without a type is accepted, unless it is clearly of another kind', async () => {
  const other = await BoundScene.start({ environment: { REQUIRE_TOKEN_TYPE: 'false' } });
  const status = async (typ: string | undefined, claims = {}) => {
    const token = await other.issuer.token(other.gateway.clock.now(), { header: { typ }, claims });
    return (await other.send({ token, scheme: 'Bearer' })).status;
  };
  try {
    expect(await status(undefined)).toBe(200);
    expect(await status('JWT')).toBe(200);
    expect(await status(undefined, { at_hash: 'hash' })).toBe(401);
    expect(await status('logout+jwt')).toBe(401);
  } finally {
    await other.stop();
  }
});

test('the proofs of a partner are checked within its rate limit, and other partners are not affected', async () => {
  const token = await scene.token();
  const proof = await scene.client.proof({ url: scene.url, token, nonce: await scene.nonce() });
  // Reads and mutations have separate buckets.
  const answers = await Promise.all(Array.from({ length: 41 }, () => scene.send({ token, proof })));
  const full = answers.filter(({ status }) => status === 429);
  expect(full.length).toBeGreaterThan(0);
  expect(full[0]?.body.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
  expect(Number(full[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  const client = await DpopClient.make(scene.gateway.clock);
  const claims = { cnf: { jkt: client.thumbprint }, partner_id: 'BETA_PAY' };
  const others = await scene.issuer.token(scene.gateway.clock.now(), { claims });
  const nonce = answers[0]?.headers.get('dpop-nonce') ?? '';
  const accepted = await scene.send({
    token: others,
    proof: await client.proof({ url: scene.url, token: others, nonce }),
  });
  expect(accepted.body).toMatchObject({ data: { viewer: { partner: 'BETA_PAY' } } });
});
