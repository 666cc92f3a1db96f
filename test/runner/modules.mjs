/**
 * How Node loads modules in a test run: `--import` loads this file into jest and into each of its workers.
 * - Node strips the types itself, which keeps lines and columns; swc compiles files with decorators, which Node cannot.
 * - `@jest/globals` is `globals.mjs`: the package throws outside of jest's own module system.
 * - A test file has its own copy of what it imports from `test/`, by the query of its own URL. Modules of `src/` and
 *   of packages are loaded once per worker, and so is what the worker keeps: `test/support/worker-*.ts`.
 */
import 'reflect-metadata';
import { transformSync } from '@swc/core';
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath, URL } from 'node:url';

// Stripping types and compiling is a third of the time that a worker takes to load before its first test.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled-tests', import.meta.url)));

const GLOBALS = new URL('globals.mjs', import.meta.url).href;
const TESTS = new URL('..', import.meta.url).href;
const OF_WORKER = /\/support\/worker-[^/]*\.ts$/;
const DECORATOR = /^\s*@[A-Z]/m;
const SWC = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: true },
  },
};

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return next(GLOBALS, context);
    const resolved = next(specifier, context);
    const { search } = new URL(context.parentURL ?? TESTS);
    if (search === '' || !resolved.url.startsWith(TESTS) || OF_WORKER.test(resolved.url)) return resolved;
    return { ...resolved, url: new URL(search, resolved.url).href };
  },
  load(url, context, next) {
    const loaded = next(url, context);
    if (loaded.format !== 'module-typescript') return loaded;
    const source = String(loaded.source);
    if (!DECORATOR.test(source)) return loaded;
    const { code } = transformSync(source, { ...SWC, filename: fileURLToPath(url) });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
