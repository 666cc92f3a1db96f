import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { jwtVerify } from 'jose';
import { RemoteKeySet } from '../../../src/platform/auth/remote-key-set.ts';
import { failingWork } from '../../support/failing-work.ts';
import { OutsideIssuer } from './outside-issuer.ts';

let issuer: OutsideIssuer;
let keys: RemoteKeySet;

beforeEach(async () => {
  issuer = await OutsideIssuer.start('ES256');
  // The keys are fetched for each token.
  keys = new RemoteKeySet(new URL(issuer.environment()['AUTH_JWKS_URL'] ?? ''), failingWork(), 0);
});
afterEach(() => issuer.stop());

const token = (changes = {}) => issuer.token(new Date(), changes);

test('keys remain valid while their issuer is unavailable', async () => {
  await jwtVerify(await token(), keys.find);
  await issuer.goneWhile(async () => {
    for (let tokens = 0; tokens < 3; tokens += 1)
      await expect(jwtVerify(await token(), keys.find)).resolves.toHaveProperty('payload');
  });
  await jwtVerify(await token(), keys.find);
});

test('a token by another key is undecided while the issuer is unavailable', async () => {
  await jwtVerify(await token(), keys.find);
  await issuer.goneWhile(async () => {
    await expect(jwtVerify(await token({ header: { kid: 'new' } }), keys.find)).rejects.toThrow(
      'The issuer did not answer',
    );
  });
});

test('keys that were never fetched verify nothing', async () => {
  await issuer.goneWhile(async () => {
    await expect(jwtVerify(await token(), keys.find)).rejects.toThrow('The issuer did not answer');
  });
});

test.each<[string, typeof issuer.send]>([
  [
    'after interim answers',
    (response, text) => {
      response.writeContinue();
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.end(text);
    },
  ],
  ['as gzip', (response, text) => response.setHeader('content-encoding', 'gzip').end(gzipSync(text))],
  ['as br', (response, text) => response.setHeader('content-encoding', 'br').end(brotliCompressSync(text))],
  ['behind a byte order mark', (response, text) => response.end(`\uFEFF${text}`)],
  ['in pieces', (response, text) => response.write(text.slice(0, 50), () => response.end(text.slice(50)))],
])('keys that are sent %s are read', async (_how, send) => {
  issuer.send = send;
  await expect(jwtVerify(await token(), keys.find)).resolves.toHaveProperty('payload');
});

test('a key set without an end is not read to it', async () => {
  issuer.failure = { status: 200, text: `{"keys": [], "comment": "${'x'.repeat(2_000_000)}"}` };
  await expect(jwtVerify(await token(), keys.find)).rejects.toThrow('The issuer did not answer');
});
