import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress, type ZlibOptions } from 'node:zlib';

type Unpack = (packed: Buffer, options: Pick<ZlibOptions, 'maxOutputLength'>) => Promise<Buffer>;

const [unpackGzip, unpackZlib, unpackRaw] = [promisify(gunzip), promisify(inflate), promisify(inflateRaw)];

/** How to unpack content codings (RFC 9110, 8.4.1). */
const CODINGS: Readonly<Record<string, Unpack>> = {
  identity: (plain) => Promise.resolve(plain),
  gzip: unpackGzip,
  'x-gzip': unpackGzip,
  // Some servers send what it contains without its head.
  deflate: (packed, options) => (isZlib(packed) ? unpackZlib : unpackRaw)(packed, options),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};
/** Most codings of one content (ours). */
const CODINGS_MAX = 3;

/**
 * Returns a content without its codings; undefined if it cannot be unpacked, or has more than `bytesMax` bytes then.
 * @param codings a Content-Encoding header
 */
export async function unpacked(content: Buffer, codings: string, bytesMax: number): Promise<Buffer | undefined> {
  const names = codings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (content.length === 0) return content;
  if (names.length > CODINGS_MAX) return undefined;
  let plain = content;
  for (const name of names.toReversed()) {
    const unpack = Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined;
    if (unpack === undefined) return undefined;
    try {
      plain = await unpack(plain, { maxOutputLength: bytesMax });
    } catch {
      return undefined;
    }
  }
  return plain;
}

/** Checks whether there is a head of zlib (RFC 1950, 2.2). */
function isZlib([method = 0, flags = 0]: Buffer): boolean {
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}
