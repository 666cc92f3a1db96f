// Bundles the pages beside the server, with all that they need: they run without the internet.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');
const PAGES = join(ROOT, 'dist', 'server', 'pages');
/** Says what the pages were made from. */
const STAMP = join(PAGES, '.made-from');
/** Says which packages' code is in the pages. */
const BUNDLED = join(ROOT, 'dist', 'bundled-packages.json');
const pack = promisify(gzip);

/** A digest of all that goes into the pages. */
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

/** Places, such as `node_modules/react`, of the packages of which something is left in the pages. */
function packagesOf({ outputs }) {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const places = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(places.filter((place) => place !== undefined))].toSorted();
}

const digest = digestOfSources();
// A server that runs may be serving them: they are written again only if they differ.
if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) process.exit(0);

rmSync(PAGES, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: {
    explorer: 'src/playground/pages/explorer/explorer-page.tsx',
    events: 'src/playground/pages/events/events-page.tsx',
    sandbox: 'src/playground/pages/sandbox/sandbox-page.ts',
    // The code editor of the explorer does its work in these.
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
