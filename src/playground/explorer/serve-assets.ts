import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { etagOf, isNamed } from '../../platform/etag.ts';
import type { Handler, Routes } from '../../platform/http/http-server.ts';

/** Output folder of the build. */
const FOLDER = new URL('./pages/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
};
/** The build puts an eight-character digest into the names of chunks, so that the content of a name never changes. */
const NAME_WITH_DIGEST = /-[A-Z0-9]{8}\.\w{1,5}$/;

/** `gzip` in `Accept-Encoding`, without a weight or with one above 0 (RFC 9110, 12.5.3). */
const GZIP_ACCEPTED = /(?:^|,)\s*gzip\s*(?:$|,|;\s*q=(?:1|0\.\d*[1-9]))/i;

/** Returns the routes of what the pages load, by exact path: scripts, styles and fonts bundled by `npm run build`. */
export async function assetRoutes(): Promise<Routes> {
  const names = await builtNames();
  return Object.fromEntries(names.map((name) => [`/assets/${name}`, { GET: assetHandler(name) }]));
}

/** Returns no names if nothing was built, as in tests of other parts. */
async function builtNames(): Promise<string[]> {
  const names = await readdir(FOLDER).catch((): string[] => []);
  return names.filter((name) => extname(name) in TYPES);
}

/** Caches a successful read, so that responses to slow clients share its bytes. */
function kept<Read>(read: () => Promise<Read>): () => Promise<Read> {
  let result: Promise<Read> | undefined;
  return () => {
    result ??= read().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

async function readWithEtag(file: string) {
  const body = await readFile(new URL(file, FOLDER));
  return { body, etag: etagOf(body) };
}

function assetHandler(name: string): Handler {
  const packed = kept(() => readWithEtag(`${name}.gz`));
  const plain = kept(() => readWithEtag(name));
  const cache = NAME_WITH_DIGEST.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache';
  return async (request, response) => {
    const isPacked = GZIP_ACCEPTED.test(request.headers['accept-encoding'] ?? '');
    const { body, etag } = await (isPacked ? packed() : plain());
    const headers = { etag, 'cache-control': cache, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' };
    if (isNamed(etag, request.headers['if-none-match'])) {
      response.writeHead(304, headers).end();
      return;
    }
    response.writeHead(200, {
      ...headers,
      'content-type': TYPES[extname(name)],
      'content-length': body.length,
      ...(isPacked && { 'content-encoding': 'gzip' }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
