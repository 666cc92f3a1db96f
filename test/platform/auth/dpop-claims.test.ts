import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generateKeyPair } from 'jose';
import type { ProofChanges } from '../../support/dpop.ts';
import { BoundScene, expectRefused, expectTaken, type Refusal, type Sent } from './bound-scene.ts';

let scene: BoundScene;

beforeAll(async () => {
  scene = await BoundScene.start();
});
afterAll(() => scene.stop());

const expectRefusal = (sent: Sent, ...refusal: Refusal) => expectRefused(scene, sent, refusal);

const iat = (seconds: number): ProofChanges => ({
  claims: { iat: Math.floor(scene.gateway.clock.now().getTime() / 1_000) + seconds },
});

describe('a proof', () => {
  test.each<[string, ProofChanges, RegExp]>([
    ['without a type', { header: { typ: undefined } }, /not a dpop\+jwt/],
    ['of another type', { header: { typ: 'at+jwt' } }, /not a dpop\+jwt/],
    ['without a key', { header: { jwk: undefined } }, /not a dpop\+jwt/],
    [
      'with an extension that must be understood',
      { header: { crit: ['x-unknown'], 'x-unknown': 1 } },
      /not a dpop\+jwt/,
    ],
    ['without a method', { claims: { htm: undefined } }, /another method/],
    ['for another method', { claims: { htm: 'GET' } }, /another method/],
    ['for a method in lower case', { claims: { htm: 'post' } }, /another method/],
    ['without an address', { claims: { htu: undefined } }, /another address/],
    ['for an address that is none', { claims: { htu: '/graphql' } }, /another address/],
    ['for another path', { claims: { htu: 'http://localhost/graphql/x' } }, /another address/],
    ['for another host', { claims: { htu: 'https://gateway.example.com/graphql' } }, /another address/],
    ['without a time', { claims: { iat: undefined } }, /another time/],
    ['with a time that is a text', { claims: { iat: '1' } }, /not a dpop\+jwt/],
    ['without a token', { claims: { ath: undefined } }, /another token/],
    ['for another token', { claims: { ath: 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo' } }, /another token/],
    ['without a name', { claims: { jti: undefined } }, /no jti/],
    ['with an empty name', { claims: { jti: '' } }, /no jti/],
    ['with a number for a name', { claims: { jti: 1 } }, /no jti/],
    ['with a long name', { claims: { jti: 'x'.repeat(257) } }, /no jti/],
    ['that has expired', { claims: { exp: 1 } }, /not a dpop\+jwt/],
    ['that is long', { claims: { more: 'x'.repeat(4_096) } }, /too long/],
  ])('%s is refused', async (_case, changes, message) => {
    const token = await scene.token();
    await expectRefusal({ token, proof: await scene.proof(token, changes) }, 'invalid_dpop_proof', message);
  });

  test('that shows its private key, or a key that is shared, is refused', async () => {
    const token = await scene.token();
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const withPrivate = { ...scene.client.jwk, d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI' };
    const asShared = { header: { alg: 'HS256', jwk: { kty: 'oct', k: 'AAAA' } }, signedBy: new Uint8Array(32) };
    for (const changes of [
      { header: { jwk: withPrivate } },
      { header: { jwk: withPrivate }, signedBy: privateKey },
      asShared,
    ])
      await expectRefusal(
        { token, proof: await scene.proof(token, changes) },
        'invalid_dpop_proof',
        'not a dpop\\+jwt',
      );
  });

  test.each(['', 'x', 'a.b.c', `${'A'.repeat(40)}.${'A'.repeat(40)}.`])(
    'that is none, %j, is refused',
    async (proof) => {
      await expectRefusal({ token: await scene.token(), proof }, 'invalid_dpop_proof', 'not a dpop\\+jwt');
    },
  );

  test('with a key of odd members is refused, and is no failure of ours', async () => {
    const token = await scene.token();
    const points = ['', 'A', 1, null, {}, 'A'.repeat(600)];
    const odd = points.flatMap((x) => [
      { kty: 'EC', crv: 'P-256', x, y: x },
      { kty: 'OKP', crv: 'Ed25519', x },
      { kty: 'RSA', n: x, e: 'AQAB' },
      { kty: x },
    ]);
    for (const jwk of [...odd, 'x', 1, [], null])
      await expectRefusal(
        { token, proof: await scene.proof(token, { header: { jwk } }) },
        'invalid_dpop_proof',
        'not a dpop\\+jwt',
      );
  });

  test('beside another one is refused', async () => {
    const token = await scene.token();
    const proof = `${await scene.proof(token)}, ${await scene.proof(token)}`;
    await expectRefusal({ token, proof }, 'invalid_dpop_proof', 'not a dpop\\+jwt');
  });

  test('may name a query and a fragment of its address: neither counts', async () => {
    const token = await scene.token();
    const proof = await scene.proof(token, { claims: { htu: `${scene.url}?a=1#b` } });
    await expectTaken(scene, { token, proof });
  });

  test.each([30, 10, 0, -200])('may be made at %i seconds from now', async (seconds) => {
    const token = await scene.token();
    await expectTaken(scene, { token, proof: await scene.proof(token, iat(seconds)) });
  });

  test.each([60, -300, -1_000])('is refused that was made at %i seconds from now', async (seconds) => {
    const token = await scene.token();
    const proof = await scene.proof(token, iat(seconds));
    await expectRefusal({ token, proof }, 'invalid_dpop_proof', 'of another time');
  });

  test('is told the address that it has to be for', async () => {
    const token = await scene.token();
    const proof = await scene.proof(token, { claims: { htu: 'https://other.example.com/graphql' } });
    const { body } = await scene.send({ token, proof });
    expect(body.errors).toMatchObject([{ extensions: { htu: scene.url } }]);
  });
});
