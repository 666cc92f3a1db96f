import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { unpacked } from '../../../src/platform/outbound/unpack.ts';

const BYTES_MAX = 1_000_000;
const PLAIN = Buffer.from('{"data":"João"}');
const BOMB = Buffer.alloc(BYTES_MAX + 1);

test.each<[string, Buffer]>([
  ['', PLAIN],
  ['identity', PLAIN],
  ['gzip', gzipSync(PLAIN)],
  ['X-GZip', gzipSync(PLAIN)],
  ['deflate', deflateSync(PLAIN)],
  ['deflate', deflateRawSync(PLAIN)],
  ['br', brotliCompressSync(PLAIN)],
  ['zstd', zstdCompressSync(PLAIN)],
  ['gzip, identity ,br,', brotliCompressSync(gzipSync(PLAIN))],
])('a content in %j is unpacked', async (codings, packed) => {
  expect(await unpacked(packed, codings, BYTES_MAX)).toEqual(PLAIN);
});

test('no content is none, whatever its codings', async () => {
  expect(await unpacked(Buffer.alloc(0), 'gzip', BYTES_MAX)).toEqual(Buffer.alloc(0));
});

test.each<[string, string, Buffer]>([
  ['a coding that nobody knows', 'compress', PLAIN],
  ['a coding that every object has', 'constructor', PLAIN],
  ['half of it', 'gzip', gzipSync(PLAIN).subarray(0, 20)],
  ['what was never packed', 'br', PLAIN],
  ['a bomb', 'gzip', gzipSync(BOMB)],
  ['a bomb in a bomb', 'br, br', brotliCompressSync(brotliCompressSync(BOMB))],
  ['too many codings', 'gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(gzipSync(PLAIN))))],
])('%s is not unpacked', async (_what, codings, packed) => {
  expect(await unpacked(packed, codings, BYTES_MAX)).toBeUndefined();
});
