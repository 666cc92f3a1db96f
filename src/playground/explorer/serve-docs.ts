import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Handler, Routes } from '../../platform/http/http-server.ts';
import { builtFile } from './built-file.ts';
import { pageHeaders } from './page.value.ts';

/** Output folder of the build: pages, the same as Markdown, and files that they link to. */
const FOLDER = new URL('./docs/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.graphql': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};
/** A copy is used only after asking whether it is still the same: it has an ETag, and no secret. */
const CACHE = { 'cache-control': 'no-cache' };

/** Returns the routes of the docs, by exact path; none if nothing was built. */
export async function docsRoutes(): Promise<Routes> {
  const names = await readdir(FOLDER, { recursive: true }).catch((): string[] => []);
  return Object.fromEntries(
    names.filter((name) => extname(name) in TYPES).map((name) => [pathOf(name), { GET: docsHandler(name) }]),
  );
}

function pathOf(name: string): string {
  if (name === 'index.html') return '/docs';
  return name === 'llms.txt' ? '/llms.txt' : `/docs/${name.replace(/\.html$/, '')}`;
}

function docsHandler(name: string): Handler {
  const [location, type] = [new URL(name, FOLDER), TYPES[extname(name)]];
  if (!name.endsWith('.html')) return builtFile({ location, type, headers: CACHE });
  return withoutSlash(builtFile({ location, type, headers: { ...pageHeaders(), ...CACHE } }));
}

/** Redirects from a path with a slash at its end: what a page links to is beside its path. */
export function withoutSlash(handler: Handler): Handler {
  return (request, response) => {
    const [path = '/', ...query] = (request.url ?? '/').split('?');
    if (path.length === 1 || !path.endsWith('/')) return handler(request, response);
    const name = path.slice(path.lastIndexOf('/', path.length - 2) + 1, -1);
    response.writeHead(308, { location: [`../${name}`, ...query].join('?') }).end();
  };
}
