// Bundles the server and the operators' commands into dist/server, so that a start links a few modules, not 2,500, and
// copies the files that they read. `npm run check:types` checks types.
import { cpSync, existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');
const EXAMPLES = join(ROOT, 'src', 'playground', 'examples');
const TARGET = join(ROOT, 'dist', 'server');
/** Holds the GATEWAY_BUILD that dist belongs to: CI steps share one, and some have servers of it running. */
const BUILT_FOR = join(ROOT, 'dist', '.built-for');

const { GATEWAY_BUILD = '' } = process.env;
if (GATEWAY_BUILD !== '' && existsSync(BUILT_FOR) && readFileSync(BUILT_FOR, 'utf8') === GATEWAY_BUILD) process.exit(0);

/** The head of a top-level class, up to its brace. */
const CLASS = /^((?:export (?:default )?)?(?:abstract )?class (\w+)[^;]*?\{)(?=\}?$)/gm;
/** A source map that only says that code belongs to a package. */
const IN_PACKAGE = encodeURIComponent('{"version":3,"sources":["package"],"mappings":"AAAA"}');

/** Replaces the source map of a package: with those of all packages, maps would be six times as long. */
function unmapped(code) {
  return `${code}\n//# sourceMappingURL=data:application/json,${IN_PACKAGE}`;
}

/**
 * Keeps the names of classes, which type-graphql and MikroORM read: modules share a scope in a bundle, so esbuild
 * renames them. Its option `keepNames` would also name every function each time one is created: 8 % of the time of a
 * request.
 */
function withClassNames(code) {
  return code.replace(CLASS, '$1 static { Object.defineProperty(this, "name", { value: "$2", configurable: true }); }');
}

const modules = {
  name: 'modules',
  setup({ onLoad }) {
    onLoad({ filter: /src\/.*\.ts$/ }, async ({ path }) => ({
      contents: withClassNames(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
    onLoad({ filter: /node_modules\/(@mikro-orm|type-graphql)\/.*\.js$/ }, async ({ path }) => ({
      contents: unmapped(withClassNames(await readFile(path, 'utf8'))),
    }));
    onLoad({ filter: /node_modules\/.*\.[cm]?js$/ }, async ({ path }) => ({
      contents: unmapped(await readFile(path, 'utf8')),
    }));
  },
};

/** Returns the licences of all packages in the bundle: they must accompany each copy. */
function licencesOf({ inputs }) {
  const places = Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  return [...new Set(places)].toSorted().map((place) => {
    const file = readdirSync(join(ROOT, place)).find((name) => /^licen[cs]e/i.test(name));
    const { name, version, license } = JSON.parse(readFileSync(join(ROOT, place, 'package.json'), 'utf8'));
    const text = file === undefined ? '' : readFileSync(join(ROOT, place, file), 'utf8');
    return `${name} ${version}: ${license}\n\n${text}`;
  });
}

const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: {
    main: 'src/main.ts',
    'run-command': 'src/operator/run-command.ts',
    'watchdog-thread': 'src/platform/observability/watchdog-thread.ts',
  },
  outdir: TARGET,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // The first read files beside them; the second is optional for pg, and not installed.
  external: ['@electric-sql/*', 'pg-native'],
  // Before all modules: type-graphql's decorators need it, and a chunk's modules have an order of their own.
  inject: [join(ROOT, 'node_modules', 'reflect-metadata', 'Reflect.js')],
  plugins: [modules],
  // In a bundle it would not find Node's crypto, and would hash each new document in JavaScript.
  alias: { '@apollo/utils.createhash': 'node:crypto' },
  // Lets CommonJS packages require Node's modules.
  banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
  sourcemap: 'linked',
  sourcesContent: false,
  // V8 keeps the source text, at twice the size if a single character, even in a comment, is not Latin-1. Names stay:
  // people read them in stack traces, and libraries read them too.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  chunkNames: '[name]-[hash]',
  logLevel: 'warning',
  metafile: true,
});
writeFileSync(join(TARGET, 'licences.txt'), licencesOf(metafile).join(`\n${'-'.repeat(120)}\n`));

// A running server may still load a chunk, so unchanged files stay in place.
const written = new Set(Object.keys(metafile.outputs).map((file) => join(ROOT, file)));
for (const name of readdirSync(TARGET))
  if (/\.js(\.map)?$/.test(name) && !written.has(join(TARGET, name))) rmSync(join(TARGET, name));
rmSync(join(TARGET, 'documents'), { recursive: true, force: true });
for (const folder of [join(EXAMPLES, 'documents'), ...globSync(join(ROOT, 'src', 'extensions', '*', 'examples'))])
  cpSync(folder, join(TARGET, 'documents'), { recursive: true });
cpSync(join(EXAMPLES, 'persisted-documents.json'), join(TARGET, 'persisted-documents.json'));
