import { describe, expect, test } from '@jest/globals';
import { DpopClient } from '../../support/dpop.ts';
import { answerTo } from '../../support/raw-request.ts';
import { expectRefused, expectTaken, type Refusal, type Sent } from '../../platform/auth/bound-scene.ts';
import { scene } from '../../platform/auth/issuer-scene.ts';

const expectRefusal = (sent: Sent, ...refusal: Refusal) => expectRefused(scene, sent, refusal);

describe('a token that is bound to a key', () => {
  test('is accepted with a proof of that key', async () => {
    const token = await scene.token();
    await expectTaken(scene, { token, proof: await scene.proof(token) });
    await expectTaken(scene, { token, proof: await scene.proof(token), scheme: 'dpop' });
  });

  test.each(['ES256', 'PS256', 'EdDSA', 'Ed25519'])('can be bound to a key for %s', async (alg) => {
    const client = await DpopClient.make(scene.gateway.clock, alg);
    const token = await scene.token({ jkt: client.thumbprint });
    await expectTaken(scene, {
      token,
      proof: await client.proof({ url: scene.url, token, nonce: await scene.nonce() }),
    });
  });

  test.each(['ES384', 'RS256'])('is refused with a proof by %s', async (alg) => {
    const client = await DpopClient.make(scene.gateway.clock, alg);
    const token = await scene.token({ jkt: client.thumbprint });
    const proof = await client.proof({ url: scene.url, token, nonce: await scene.nonce() });
    await expectRefusal({ token, proof }, 'invalid_dpop_proof', 'not a dpop\\+jwt');
  });

  test('is refused without a proof, even after it was accepted with one', async () => {
    const token = await scene.token();
    await expectTaken(scene, { token, proof: await scene.proof(token) });
    await expectRefusal({ token }, 'invalid_dpop_proof', 'The header DPoP is missing');
  });

  test('is refused as a bearer token, with a proof or without', async () => {
    const token = await scene.token();
    const proof = await scene.proof(token);
    const message = 'The token is bound to a key: send "DPoP <token>" and a proof.';
    await expectRefusal({ token, scheme: 'Bearer' }, 'invalid_token', message);
    await expectRefusal({ token, scheme: 'Bearer', proof }, 'invalid_token', message);
    await expectTaken(scene, { token, proof });
  });

  test('is refused with a proof for no address, whatever the target', async () => {
    const token = await scene.token();
    const { hostname, host } = new URL(scene.url);
    for (const target of ['/graphql', `http://${host}/graphql`]) {
      const proof = await scene.proof(token, { claims: { htu: undefined, htm: 'GET' } });
      const lines = [`GET ${target}?query={__typename} HTTP/1.1`, `host: ${hostname}`, 'connection: close'];
      const answer = await answerTo(scene.url, [...lines, `authorization: DPoP ${token}`, `dpop: ${proof}`]);
      expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*The proof is for another address/);
    }
  });

  test('is useless to a thief with another key', async () => {
    const token = await scene.token();
    const thief = await DpopClient.make(scene.gateway.clock);
    const proof = await thief.proof({ url: scene.url, token, nonce: await scene.nonce() });
    await expectRefusal({ token, proof }, 'invalid_dpop_proof', 'a key other than');
    const shownAsOwners = await scene.proof(token, { signedBy: thief.privateKey });
    await expectRefusal({ token, proof: shownAsOwners }, 'invalid_dpop_proof', 'not a dpop\\+jwt');
  });

  test('is refused once it has expired, even with a valid proof', async () => {
    const token = await scene.token();
    scene.gateway.clock.advance(301);
    await expectRefusal({ token, proof: await scene.proof(token) }, 'invalid_token', 'The token has expired.');
  });

  test.each([
    ['nothing', {}],
    ['a full key', { jwk: { kty: 'oct', k: 'AA' } }],
    ['an invalid thumbprint', { jkt: 'x' }],
    ['a number', { jkt: 1 }],
    ['a string', 'x'],
    ['null', null],
    ['an invalid certificate next to its key', { jkt: 'A'.repeat(43), 'x5t#S256': '' }],
  ])('is refused when it is bound to %s', async (_case, cnf) => {
    const token = await scene.token(cnf);
    await expectRefusal({ token, proof: await scene.proof(token) }, 'invalid_token', 'cnf');
    await expectRefusal({ token, scheme: 'Bearer' }, 'invalid_token', 'cnf');
  });
});

test('an unbound token is refused as DPoP, and accepted as Bearer', async () => {
  const token = await scene.token(undefined);
  const plain = await scene.issuer.token(scene.gateway.clock.now());
  await expectTaken(scene, { token, proof: await scene.proof(token) });
  await expectRefusal({ token: plain, proof: await scene.proof(plain) }, 'invalid_token', 'not bound to a key');
  expect((await scene.send({ token: plain, scheme: 'Bearer' })).status).toBe(200);
});

describe('a nonce', () => {
  test.each([undefined, '', 'x', 1, null, ['x']])('that is invalid, %j, is answered with one to use', async (nonce) => {
    const token = await scene.token();
    const proof = await scene.proof(token, { claims: { nonce } });
    const { headers, body } = await scene.send({ token, proof });
    const wanted = headers.get('dpop-nonce');
    expect(headers.get('www-authenticate')).toMatch(/^DPoP .*algs="ES256 PS256 EdDSA", error="use_dpop_nonce"$/);
    expect(body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED', dpopNonce: wanted } }]);
    await expectTaken(scene, { token, proof: await scene.proof(token, { claims: { nonce: wanted } }) });
  });

  test('is valid for at least two minutes, and for at most four', async () => {
    const nonce = await scene.nonce();
    const claims = { nonce };
    scene.gateway.clock.advance(100);
    const token = await scene.token();
    await expectTaken(scene, { token, proof: await scene.proof(token, { claims }) });
    scene.gateway.clock.advance(141);
    const late = await scene.token();
    await expectRefusal({ token: late, proof: await scene.proof(late, { claims }) }, 'use_dpop_nonce', 'nonce');
  });

  test('that is refused does not use up the proof', async () => {
    const token = await scene.token();
    const claims = { jti: 'the same in both' };
    await expectRefusal(
      { token, proof: await scene.proof(token, { claims: { ...claims, nonce: 'old' } }) },
      'use_dpop_nonce',
      'nonce',
    );
    await expectTaken(scene, { token, proof: await scene.proof(token, { claims }) });
  });
});

describe('a proof that was used', () => {
  test('is refused', async () => {
    const token = await scene.token();
    const proof = await scene.proof(token);
    await expectTaken(scene, { token, proof });
    await expectRefusal({ token, proof }, 'invalid_dpop_proof', 'used before');
  });

  test('is refused with another signature: its jti decides', async () => {
    const token = await scene.token();
    const claims = { jti: 'once' };
    await expectTaken(scene, { token, proof: await scene.proof(token, { claims }) });
    await expectRefusal({ token, proof: await scene.proof(token, { claims }) }, 'invalid_dpop_proof', 'used before');
  });

  test('is accepted once when it is sent a hundred times concurrently', async () => {
    const token = await scene.token();
    const proof = await scene.proof(token);
    const answers = await Promise.all(Array.from({ length: 100 }, () => scene.send({ token, proof })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(99);
  });

  test('does not use up the same jti of another key', async () => {
    const other = await DpopClient.make(scene.gateway.clock);
    const claims = { jti: 'shared' };
    const [token, others] = [await scene.token(), await scene.token({ jkt: other.thumbprint })];
    await expectTaken(scene, { token, proof: await scene.proof(token, { claims }) });
    const proof = await other.proof({ url: scene.url, token: others, nonce: await scene.nonce() }, { claims });
    await expectTaken(scene, { token: others, proof });
  });
});

test('over REST a proof is for the path, and a nonce is returned there too', async () => {
  const url = `${scene.gateway.app.url}/webhooks/configurations`;
  const token = await scene.issuer.token(scene.gateway.clock.now(), {
    claims: { cnf: { jkt: scene.client.thumbprint }, scope: 'webhook.read' },
  });
  const read = async (proof: string) => {
    const response = await fetch(`${url}?pageSize=1`, {
      headers: { authorization: `DPoP ${token}`, dpop: proof, 'api-version': '1' },
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as object };
  };
  const challenged = await read(await scene.client.proof({ method: 'GET', url, token }));
  expect(challenged.status).toBe(401);
  expect(challenged.headers.get('www-authenticate')).toMatch(/^DPoP .*error="use_dpop_nonce"$/);
  const nonce = challenged.headers.get('dpop-nonce') ?? '';
  expect(challenged.body).toMatchObject({ errors: [{ code: 'UNAUTHORIZED', details: { dpopNonce: nonce } }] });
  const accepted = await read(await scene.client.proof({ method: 'GET', url, token, nonce }));
  expect([accepted.status, accepted.headers.get('dpop-nonce')]).toEqual([200, nonce]);
  const forGraphql = await read(await scene.client.proof({ method: 'GET', url: scene.url, token, nonce }));
  expect([forGraphql.status, forGraphql.body]).toMatchObject([401, { errors: [{ details: { htu: url } }] }]);
});
