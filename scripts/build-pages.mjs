// Bundles the pages beside the compiled server, with all that they need: they run without the internet. Copies the
// examples there too, since the compiler leaves what is no TypeScript.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'dist', 'src', 'explorer');
const PAGES = join(TARGET, 'pages');
/** Says what the pages were made from. */
const STAMP = join(PAGES, '.made-from');
const pack = promisify(gzip);

/** A digest of all that goes into the pages. */
function digestOfSources() {
  const sources = globSync(
    [
      'src/browser/**/*.*',
      'src/explorer/*.value.ts',
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

rmSync(join(TARGET, 'examples'), { recursive: true, force: true });
cpSync(join(ROOT, 'src', 'explorer', 'examples'), join(TARGET, 'examples'), { recursive: true });
cpSync(join(ROOT, 'src', 'explorer', 'persisted-documents.json'), join(TARGET, 'persisted-documents.json'));

const digest = digestOfSources();
// A server that runs may be serving them: they are made anew only where they would differ.
if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) process.exit(0);

rmSync(PAGES, { recursive: true, force: true });
await build({
  absWorkingDir: ROOT,
  entryPoints: {
    explorer: 'src/browser/explorer/explorer-page.tsx',
    events: 'src/browser/events/events-page.tsx',
    sandbox: 'src/browser/sandbox/sandbox-page.ts',
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
});
await Promise.all(
  readdirSync(PAGES).map(async (name) => {
    const packed = await pack(readFileSync(join(PAGES, name)));
    writeFileSync(join(PAGES, `${name}.gz`), packed);
  }),
);
writeFileSync(STAMP, digest);
