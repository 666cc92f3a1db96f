import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { systemRandom, systemClock } from '../../src/composition/system.ts';
import { buildServer } from './process.ts';
import { onServer, serverUrl, urlOf } from './test-database.ts';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** What a run takes of it, in bytes, several times over: two workers have a few worlds of 50 MB each at a time. */
const MEMORY_BYTES_MIN = 2 ** 31;

/** The files of template1 and template0, half of all: nothing opens these, and each world would copy and remove them. */
const UNOPENED = ['1', '4'];

interface Run {
  /** What the command names of the tests to run; empty when all are. */
  readonly testPathPatterns: { readonly patterns: readonly string[] };
}

interface Lane {
  readonly testMatch: readonly string[];
}

/** Lanes whose tests start the built server, or a command of it. */
const LANES_OF_PROCESSES = /\.(crash|product)\.ts$/;

/**
 * Makes the database once, migrated and seeded; each test file then works on a copy of it. A run of a whole lane of
 * processes builds the server at the same time: in a run of a few it is left to those that need it.
 */
export default async function globalSetup({ testPathPatterns }: Run, { testMatch }: Lane): Promise<void> {
  const run = randomUUID().replaceAll('-', '');
  process.env['GATEWAY_TEST_RUN'] = run;
  process.env['TMPDIR'] = makeFolder(hasMemoryToSpare() ? MEMORY : tmpdir());
  const isWhole = testPathPatterns.patterns.length === 0;
  const startsProcesses = testMatch.some((pattern) => LANES_OF_PROCESSES.test(pattern));
  const building = isWhole && startsProcesses ? buildServer() : undefined;
  await Promise.all([building, makeTemplate(run)]);
}

/** A folder for all that the run leaves; PostgreSQL, which is not run as root, goes through it. */
function makeFolder(where: string): string {
  const folder = mkdtempSync(join(where, 'gateway-tests-'));
  chmodSync(folder, 0o755);
  process.env['GATEWAY_TEST_FOLDER'] = folder;
  return folder;
}

/** Worlds are a thousand files each, which a disk takes longer to write than most files of tests to run. */
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
    mkdirSync(directory);
    await makeWorld({ DATA_DIR: directory });
    for (const name of UNOPENED) rmSync(join(directory, 'pglite', 'base', name), { recursive: true });
    process.env['GATEWAY_TEST_TEMPLATE'] = directory;
    return;
  }
  const template = `gateway_test_template_${run}`;
  await onServer(serverUrl, `create database ${template}`);
  process.env['GATEWAY_TEST_TEMPLATE_DATABASE'] = template;
  await makeWorld({ DATABASE_URL: urlOf(serverUrl, template), SANDBOX: 'true' });
}

async function makeWorld(environment: Readonly<Record<string, string>>): Promise<void> {
  // No worker: the world is to be as its seed leaves it.
  const config = readConfig({ PORT: '0', ROLES: 'api', ...environment });
  const runtime = { clock: systemClock, random: systemRandom, logger: createLogger('silent'), compilesLate: true };
  const app = await startApp(config, runtime);
  await app.stop();
}
