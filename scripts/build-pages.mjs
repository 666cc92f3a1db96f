// Bundles the pages beside the server, with everything that they need, so that they work without the internet.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');
const PAGES = join(ROOT, 'dist', 'server', 'pages');
/** Holds the digest of the sources that the pages were built from. */
const STAMP = join(PAGES, '.made-from');
/** Lists the packages whose code is in the pages. */
const BUNDLED = join(ROOT, 'dist', 'bundled-packages.json');
const pack = promisify(gzip);

/** Returns a digest of everything that goes into the pages. */
function digestOfSources() {
  const sources = globSync(
    [
      'src/playground/pages/**/*.*',
      'src/playground/{examples,explorer}/*.value.ts',
      'src/kernel/*.ts',
      'scripts/build-pages.mjs',
      'package-lock.json',
    ],
    {
      cwd: ROOT,
    },
  );
  const hash = createHash('sha256');
  for (const source of sources.toSorted()) hash.update(source).update(readFileSync(join(ROOT, source)));
  return hash.digest('hex');
}

/** Returns the places, such as `node_modules/react`, of the packages that have code in the pages. */
function packagesOf({ outputs }) {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const places = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(places.filter((place) => place !== undefined))].toSorted();
}

const digest = digestOfSources();
// A running server may be serving them, so they are built again only if they differ.
if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) process.exit(0);

rmSync(PAGES, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: {
    explorer: 'src/playground/pages/explorer/explorer-page.tsx',
    events: 'src/playground/pages/events/events-page.tsx',
    docs: 'src/playground/pages/docs/docs-page.ts',
    sandbox: 'src/playground/pages/sandbox/sandbox-page.ts',
    // Workers of the explorer's code editor.
    'editor.worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
    'json.worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
    'graphql.worker': 'monaco-graphql/esm/graphql.worker.js',
  },
  outdir: PAGES,
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  loader: { '.ttf': 'file' },
  assetNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  legalComments: 'linked',
  logLevel: 'warning',
  metafile: true,
});
writeFileSync(BUNDLED, JSON.stringify(packagesOf(metafile)));
await Promise.all(
  readdirSync(PAGES).map(async (name) => {
    const packed = await pack(readFileSync(join(PAGES, name)));
    writeFileSync(join(PAGES, `${name}.gz`), packed);
  }),
);
writeFileSync(STAMP, digest);
