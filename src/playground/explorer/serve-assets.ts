import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Handler, Routes } from '../../platform/http/http-server.ts';

/** Where the build puts them. */
const FOLDER = new URL('./pages/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
};
/** The build puts a digest of eight characters into the names of parts, so that a name never changes its content. */
const NAME_WITH_DIGEST = /-[A-Z0-9]{8}\.\w+$/;

/** What the pages load, by exact path: scripts, styles and fonts as `npm run build` has bundled them. */
export async function assetRoutes(): Promise<Routes> {
  const names = await builtNames();
  return Object.fromEntries(names.map((name) => [`/assets/${name}`, { GET: assetHandler(name) }]));
}

/** None where nothing was built: the sources only, as in tests of other things. */
async function builtNames(): Promise<string[]> {
  const names = await readdir(FOLDER).catch((): string[] => []);
  return names.filter((name) => extname(name) in TYPES);
}

/** A file that is read once: answers that nobody takes share its bytes. */
function kept(file: URL): () => Promise<Buffer> {
  let bytes: Promise<Buffer> | undefined;
  return () => {
    bytes ??= readFile(file).catch((error: unknown) => {
      bytes = undefined;
      throw error;
    });
    return bytes;
  };
}

function assetHandler(name: string): Handler {
  const readPacked = kept(new URL(`${name}.gz`, FOLDER));
  const readPlain = kept(new URL(name, FOLDER));
  const cache = NAME_WITH_DIGEST.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache';
  return async (request, response) => {
    const packed = await readPacked();
    const etag = `"${createHash('sha256').update(packed).digest('base64url').slice(0, 22)}"`;
    const headers = { etag, 'cache-control': cache, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    const body = isPacked ? packed : await readPlain();
    response.writeHead(200, {
      ...headers,
      'content-type': TYPES[extname(name)],
      'content-length': body.length,
      ...(isPacked && { 'content-encoding': 'gzip' }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
