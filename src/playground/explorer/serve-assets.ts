import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Handler, Routes } from '../../platform/http/http-server.ts';

/** Output folder of the build. */
const FOLDER = new URL('./pages/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
};
/** The build puts an eight-character digest into the names of chunks, so that the content of a name never changes. */
const NAME_WITH_DIGEST = /-[A-Z0-9]{8}\.\w+$/;

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

async function readPacked(name: string) {
  const packed = await readFile(new URL(`${name}.gz`, FOLDER));
  return { packed, etag: `"${createHash('sha256').update(packed).digest('base64url').slice(0, 22)}"` };
}

function assetHandler(name: string): Handler {
  const keptPacked = kept(() => readPacked(name));
  const keptPlain = kept(() => readFile(new URL(name, FOLDER)));
  const cache = NAME_WITH_DIGEST.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache';
  return async (request, response) => {
    const { packed, etag } = await keptPacked();
    const headers = { etag, 'cache-control': cache, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    const body = isPacked ? packed : await keptPlain();
    response.writeHead(200, {
      ...headers,
      'content-type': TYPES[extname(name)],
      'content-length': body.length,
      ...(isPacked && { 'content-encoding': 'gzip' }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
