// Bundles the server and the operators' commands into dist/server: a start links a few modules, not 2,500. Copies what
// they read there too. Types are looked at by `npm run check:types`.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');
const EXAMPLES = join(ROOT, 'src', 'playground', 'examples');
const TARGET = join(ROOT, 'dist', 'server');
/** Says of which GATEWAY_BUILD it is: steps of CI share one, and some have servers of it running. */
const BUILT_FOR = join(ROOT, 'dist', '.built-for');

const { GATEWAY_BUILD = '' } = process.env;
if (GATEWAY_BUILD !== '' && existsSync(BUILT_FOR) && readFileSync(BUILT_FOR, 'utf8') === GATEWAY_BUILD) process.exit(0);

/** The head of a class at the top of a module, up to its brace. */
const CLASS = /^((?:export (?:default )?)?(?:abstract )?class (\w+)[^;]*?\{)(?=\}?$)/gm;
/** A map that says of code that it lies in a package, and no more. */
const IN_PACKAGE = encodeURIComponent('{"version":3,"sources":["package"],"mappings":"AAAA"}');

/** Source maps are for our own code: those of all packages would be six times as long. */
function unmapped(code) {
  return `${code}\n//# sourceMappingURL=data:application/json,${IN_PACKAGE}`;
}

/**
 * Modules share a scope in a bundle, so that esbuild renames classes, whose names type-graphql and MikroORM read. Its
 * option `keepNames` would name every function too, each time that one is made: 8 % of what a request takes.
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

/** The licences of all packages of which something is in the bundle: a copy is to have them beside it. */
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
  entryPoints: { main: 'src/main.ts', 'run-command': 'src/operator/run-command.ts' },
  outdir: TARGET,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // The first read files that lie beside them; pg tries for the second, which is not there.
  external: ['@electric-sql/*', 'pg-native'],
  plugins: [modules],
  // What packages that are CommonJS require of Node.
  banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
  sourcemap: 'linked',
  sourcesContent: false,
  chunkNames: '[name]-[hash]',
  logLevel: 'warning',
  metafile: true,
});
writeFileSync(join(TARGET, 'licences.txt'), licencesOf(metafile).join(`\n${'-'.repeat(120)}\n`));

// A server that runs may yet load a part: what did not change stays where it is.
const written = new Set(Object.keys(metafile.outputs).map((file) => join(ROOT, file)));
for (const name of readdirSync(TARGET))
  if (/\.js(\.map)?$/.test(name) && !written.has(join(TARGET, name))) rmSync(join(TARGET, name));
rmSync(join(TARGET, 'documents'), { recursive: true, force: true });
cpSync(join(EXAMPLES, 'documents'), join(TARGET, 'documents'), { recursive: true });
cpSync(join(EXAMPLES, 'persisted-documents.json'), join(TARGET, 'persisted-documents.json'));
