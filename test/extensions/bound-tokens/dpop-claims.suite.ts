import { describe, expect, test } from '@jest/globals';
import { generateKeyPair } from 'jose';
import type { ProofChanges } from '../../support/dpop.ts';
import { expectRefused, expectTaken, type Refusal, type Sent } from '../../platform/auth/bound-scene.ts';
import { scene } from '../../platform/auth/issuer-scene.ts';

const expectRefusal = (sent: Sent, ...refusal: Refusal) => expectRefused(scene, sent, refusal);

const iat = (seconds: number): ProofChanges => ({
  claims: { iat: Math.floor(scene.gateway.clock.now().getTime() / 1_000) + seconds },
});

describe('a proof', () => {
  test.each<[string, ProofChanges, RegExp]>([
    ['without a type', { header: { typ: undefined } }, /not a dpop\+jwt/],
    ['of another type', { header: { typ: 'at+jwt' } }, /not a dpop\+jwt/],
    ['without a key', { header: { jwk: undefined } }, /not a dpop\+jwt/],
    ['with an unknown critical extension', { header: { crit: ['x-unknown'], 'x-unknown': 1 } }, /not a dpop\+jwt/],
    ['without a method', { claims: { htm: undefined } }, /another method/],
    ['for another method', { claims: { htm: 'GET' } }, /another method/],
    ['for a method in lower case', { claims: { htm: 'post' } }, /another method/],
    ['without an address', { claims: { htu: undefined } }, /another address/],
    ['for a relative address', { claims: { htu: '/graphql' } }, /another address/],
    ['for another path', { claims: { htu: 'http://localhost/graphql/x' } }, /another address/],
    ['for another host', { claims: { htu: 'https://gateway.example.com/graphql' } }, /another address/],
    ['without a time', { claims: { iat: undefined } }, /has no iat/],
    ['with a string as time', { claims: { iat: '1' } }, /not a dpop\+jwt/],
    ['without a token', { claims: { ath: undefined } }, /another token/],
    ['for another token', { claims: { ath: 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo' } }, /another token/],
    ['without a jti', { claims: { jti: undefined } }, /no jti/],
    ['with an empty jti', { claims: { jti: '' } }, /no jti/],
    ['with a number as jti', { claims: { jti: 1 } }, /no jti/],
    ['with a jti that is too long', { claims: { jti: 'x'.repeat(257) } }, /no jti/],
    ['that has expired', { claims: { exp: 1 } }, /not a dpop\+jwt/],
    ['that is too long', { claims: { more: 'x'.repeat(4_096) } }, /too long/],
  ])('%s is refused', async (_case, changes, message) => {
    const token = await scene.token();
    await expectRefusal({ token, proof: await scene.proof(token, changes) }, 'invalid_dpop_proof', message);
  });

  test('that contains its private key, or a symmetric key, is refused', async () => {
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
    'that is malformed, %j, is refused',
    async (proof) => {
      await expectRefusal({ token: await scene.token(), proof }, 'invalid_dpop_proof', 'not a dpop\\+jwt');
    },
  );

  test('with a malformed key is refused, and does not make the gateway fail', async () => {
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

  test('next to another one is refused', async () => {
    const token = await scene.token();
    const proof = `${await scene.proof(token)}, ${await scene.proof(token)}`;
    await expectRefusal({ token, proof }, 'invalid_dpop_proof', 'not a dpop\\+jwt');
  });

  test('can have a query and a fragment in its address: both are ignored', async () => {
    const token = await scene.token();
    const proof = await scene.proof(token, { claims: { htu: `${scene.url}?a=1#b` } });
    await expectTaken(scene, { token, proof });
  });

  test.each([30, 10, 0, -200])('is accepted when made %i seconds from now', async (seconds) => {
    const token = await scene.token();
    await expectTaken(scene, { token, proof: await scene.proof(token, iat(seconds)) });
  });

  test.each([60, -300, -1_000])('is refused when made %i seconds from now', async (seconds) => {
    const token = await scene.token();
    const proof = await scene.proof(token, iat(seconds));
    await expectRefusal({ token, proof }, 'invalid_dpop_proof', 'too old or too new');
  });

  test('for a wrong address is answered with the expected one', async () => {
    const token = await scene.token();
    const proof = await scene.proof(token, { claims: { htu: 'https://other.example.com/graphql' } });
    const { body } = await scene.send({ token, proof });
    expect(body.errors).toMatchObject([{ extensions: { htu: scene.url } }]);
  });
});
