import { cpSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { GatewayProcess, TemporaryFolders } from './support/gateway-process.ts';
import { OwnWorld } from './support/own-world.ts';
import { buildServer, EXAMPLE_DOCUMENTS, SERVER, serverProcess, TestProcess } from './support/process.ts';

const folders = new TemporaryFolders();
let world: OwnWorld;

beforeAll(async () => {
  await buildServer();
  world = await OwnWorld.make();
});
afterAll(async () => {
  await TestProcess.endAll();
  await world.remove();
  folders.remove();
});

/** Makes a folder with what an image has, and nothing else. */
function asInAnImage(): string {
  const folder = folders.make();
  const copied = readFileSync('deploy/Dockerfile', 'utf8').matchAll(/^COPY --from=build \/app\/(\S+) \1$/gm);
  for (const [, path = ''] of copied) cpSync(path, join(folder, path), { recursive: true });
  return folder;
}

describe('the bundle', () => {
  test('is what users, images, clusters and tests start', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const starts = [scripts['start'], ...['deploy/Dockerfile', 'bench/systems.ts', 'bench/live/systems.ts'].map(text)];
    expect(starts.filter((start) => start?.includes(SERVER) !== true)).toEqual([]);
    expect(text('scripts/cluster.mjs')).toContain(
      SERVER.split('/')
        .map((part) => `'${part}'`)
        .join(', '),
    );
    for (const command of ['audit', 'erase-customer', 'reseal-secrets', 'rollback'])
      expect(scripts[command]).toBe(`npm run --silent build && node dist/server/run-command.js ${command}`);
  });

  test('needs nothing that an image does not have', async () => {
    const gateway = await GatewayProcess.start(
      { ...world.environment, ...EXAMPLE_DOCUMENTS },
      join(asInAnImage(), SERVER),
    );
    expect(gateway.process.errors).toBe('');
    const [schema, examples] = await Promise.all(['schema.graphql', 'examples.json'].map(ask));
    expect(sorted(schema ?? '')).toBe(sorted(text('schema.graphql')));
    expect(examples).toContain('createPocket');
    expect(await ask('assets/explorer.js')).not.toBe('');
    async function ask(path: string): Promise<string> {
      const response = await fetch(`${gateway.url}/${path}`);
      expect(response.status).toBe(200);
      return response.text();
    }
  });

  test('keeps the names of classes', () => {
    const named = new Set(all(bundled(), /Object\.defineProperty\(\w+,"name",\{value:"(\w+)"/g));
    const classes = globSync('src/**/*.ts', { exclude: ['src/playground/pages/**'] }).flatMap((file) =>
      all(text(file), /^(?:export )?(?:abstract )?class (\w+)/gm),
    );
    expect(classes.length).toBeGreaterThan(100);
    expect(classes.filter((name) => !named.has(name))).toEqual([]);
  });

  test('shows lines of the sources in a stack', async () => {
    const { errors } = await failedStart();
    expect(errors).toMatch(/ at .*src\/[\w/-]+\.ts:\d+:\d+/);
    expect(errors).not.toMatch(/ at .*dist\/server\/main\.js/);
  });

  test('has the licence of each package beside it', () => {
    const licences = text('dist/server/licences.txt');
    expect(licences).toMatch(/^pg \d+\.\d+\.\d+: MIT\n\nMIT License$/m);
    expect(licences).not.toContain('undefined');
  });
});

/** Starts a process that fails in an unexpected way: a part of its Node is missing. */
async function failedStart(): Promise<TestProcess> {
  const missing = '--import=data:text/javascript,delete(URL.parse)';
  const process = serverProcess({ DATA_DIR: 'memory://', PUBLIC_URL: 'http://localhost', NODE_OPTIONS: missing });
  await process.ended;
  return process;
}

function bundled(): string {
  return globSync('dist/server/*.js').map(text).join('\n');
}

function text(file: string): string {
  return readFileSync(file, 'utf8');
}

function sorted(sdl: string): string {
  return printSchema(lexicographicSortSchema(buildSchema(sdl)));
}

function all(code: string, pattern: RegExp): string[] {
  return [...code.matchAll(pattern)].map(([, found = '']) => found);
}
