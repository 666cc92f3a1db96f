import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyKeptWorld, keepWorld, keyOfSources } from './kept-worlds.ts';
import { onServer, serverUrl, urlOf } from './test-database.ts';

/** In-memory file system of Linux. */
const MEMORY = '/dev/shm';
/** Required free memory, in bytes: several times what a run uses, as two workers have a few worlds of 50 MB each. */
const MEMORY_BYTES_MIN = 2 ** 31;

/** The files of template1 and template0, half of all: nothing opens them, yet each world would copy and remove them. */
const UNOPENED = ['1', '4'];

interface Run {
  /** Tests that the command names; empty for all. */
  readonly testPathPatterns: { readonly patterns: readonly string[] };
}

interface Lane {
  readonly testMatch: readonly string[];
}

/** Lanes whose tests start the built server, or a command of it. */
const LANES_OF_PROCESSES = /\.(crash|product)\.ts$/;

/**
 * Makes the migrated and seeded database once, or takes the one kept by a recent run; each test file works on a copy of
 * it. A run of a whole lane of processes also builds the server at the same time; in a smaller run the files that need
 * it do.
 */
export default async function globalSetup({ testPathPatterns }: Run, { testMatch }: Lane): Promise<void> {
  const run = randomUUID().replaceAll('-', '');
  process.env['GATEWAY_TEST_RUN'] = run;
  process.env['TMPDIR'] = makeFolder(hasMemoryToSpare() ? MEMORY : tmpdir());
  const isWhole = testPathPatterns.patterns.length === 0;
  const startsProcesses = testMatch.some((pattern) => LANES_OF_PROCESSES.test(pattern));
  const building = isWhole && startsProcesses ? build() : undefined;
  await Promise.all([building, makeTemplate(run)]);
}

async function build(): Promise<void> {
  const { buildServer } = await import('./process.ts');
  await buildServer();
}

/** Makes a folder for all files of the run; readable for PostgreSQL, which does not run as root. */
function makeFolder(where: string): string {
  const folder = mkdtempSync(join(where, 'gateway-tests-'));
  chmodSync(folder, 0o755);
  process.env['GATEWAY_TEST_FOLDER'] = folder;
  return folder;
}

/** Checks for free memory: a world has a thousand files, and writing them to disk takes longer than most test files. */
function hasMemoryToSpare(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > MEMORY_BYTES_MIN;
  } catch {
    return false;
  }
}

async function makeTemplate(run: string): Promise<void> {
  if (serverUrl === undefined) {
    const directory = join(tmpdir(), 'template');
    process.env['GATEWAY_TEST_TEMPLATE'] = directory;
    const key = keyOfSources();
    if (copyKeptWorld(key, directory)) return;
    mkdirSync(directory);
    await makeWorld({ DATA_DIR: directory });
    for (const name of UNOPENED) rmSync(join(directory, 'pglite', 'base', name), { recursive: true });
    keepWorld(key, directory, run);
    return;
  }
  const template = `gateway_test_template_${run}`;
  await onServer(serverUrl, `create database ${template}`);
  process.env['GATEWAY_TEST_TEMPLATE_DATABASE'] = template;
  await makeWorld({ DATABASE_URL: urlOf(serverUrl, template), SANDBOX: 'true' });
}

/** Loads the gateway only here: if a world is kept, jest itself does not need it. */
async function makeWorld(environment: Readonly<Record<string, string>>): Promise<void> {
  const { makeTemplateWorld } = await import('./template-world.ts');
  await makeTemplateWorld(environment);
}
