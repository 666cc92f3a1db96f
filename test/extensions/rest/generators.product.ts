import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { gateway } from '../../support/prompt-gateway.ts';
import { TemporaryFolders } from '../../support/temporary-folders.ts';

const DESCRIPTION = 'openapi.json';
/** Generators, by package: its executable, and its arguments for an output. */
const GENERATORS: Readonly<Record<string, (output: string) => readonly string[]>> = {
  'openapi-typescript': (output) => ['bin/cli.js', DESCRIPTION, '--output', `${output}/api.ts`],
  '@hey-api/openapi-ts': (output) => ['bin/run.js', '--input', DESCRIPTION, '--output', output],
  orval: (output) => [
    ...['dist/bin/orval.mjs', '--input', DESCRIPTION],
    ...['--output', `${output}/api.ts`, '--client', 'fetch'],
  ],
  oazapfts: (output) => ['dist/cli.js', DESCRIPTION, `${output}/api.ts`],
  'swagger-typescript-api': (output) => [
    ...['dist/cli.mjs', 'generate', '--path', DESCRIPTION],
    ...['--output', output, '--name', 'api.ts'],
  ],
};
const COMPILER_OPTIONS = {
  ...{ noEmit: true, strict: true, noUncheckedIndexedAccess: true, types: [] },
  ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] },
};

interface Description {
  readonly components: Readonly<Record<string, object>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

const folders = new TemporaryFolders();
let folder: string;

beforeAll(async () => {
  folder = folders.make();
  writeFileSync(join(folder, DESCRIPTION), await (await fetch(`${gateway.app.url}/openapi.json`)).text());
  // The runtimes that generated code imports.
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => {
  folders.remove();
});

const run = async (args: readonly string[]) => promisify(execFile)(process.execPath, [...args], { cwd: folder });

const fileOf = (name: string, file: string) => join(process.cwd(), 'node_modules', name, file);

describe('the description at /openapi.json', () => {
  test('names everything by identifiers', async () => {
    const { components, paths } = JSON.parse(await readFile(join(folder, DESCRIPTION), 'utf8')) as Description;
    const names = Object.values(components).flatMap((kind) => Object.keys(kind));
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    names.push(...operations.flatMap(({ operationId = [] }) => operationId));
    expect(names.filter((name) => !/^[A-Za-z]\w*$/.test(name))).toEqual([]);
    expect(names).toContain('BadRequest');
  });

  test.each(Object.entries(GENERATORS))('is made into code that compiles by %s', async (name, argumentsOf) => {
    const output = name.replaceAll(/\W+/g, '-');
    mkdirSync(join(folder, output));
    const [executable = '', ...args] = argumentsOf(output);
    await run([fileOf(name, executable), ...args]);
    const project = join(folder, output, 'tsconfig.json');
    writeFileSync(project, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['.'] }));
    const compiling = run([fileOf('typescript', 'bin/tsc'), '-p', project]);
    await expect(compiling.catch((error: unknown) => error)).resolves.toMatchObject({ stdout: '', stderr: '' });
  });
});
