import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Routes } from '../../platform/http/http-server.ts';
import { builtFile } from './built-file.ts';

/** Output folder of the build. */
const FOLDER = new URL('./pages/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
};
/** The build puts an eight-character digest into the names of chunks, so that the content of a name never changes. */
const NAME_WITH_DIGEST = /-[A-Z0-9]{8}\.\w{1,5}$/;

/** Returns the routes of what the pages load, by exact path: scripts, styles and fonts bundled by `npm run build`. */
export async function assetRoutes(): Promise<Routes> {
  const names = await builtNames();
  return Object.fromEntries(
    names.map((name) => {
      const cache = NAME_WITH_DIGEST.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache';
      const [location, type] = [new URL(name, FOLDER), TYPES[extname(name)]];
      return [`/assets/${name}`, { GET: builtFile({ location, type, headers: { 'cache-control': cache } }) }];
    }),
  );
}

/** Returns no names if nothing was built, as in tests of other parts. */
async function builtNames(): Promise<string[]> {
  const names = await readdir(FOLDER).catch((): string[] => []);
  return names.filter((name) => extname(name) in TYPES);
}
