import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { SANDBOX_PARTNERS } from '../../src/playground/sandbox-world/sandbox-world.ts';
import { migrations } from '../../src/capabilities.ts';
import { GatewayProcess, TemporaryFolders } from '../support/gateway-process.ts';
import { eventually } from '../support/gateway.ts';
import { buildServer, serverProcess, TestProcess } from '../support/process.ts';
import { serverUrl, TestDatabases } from '../support/test-database.ts';

const KILLS = 4;
const KILL_AFTER_MS_MAX = 400;
/** Only PGlite takes a second to open. */
const EMBEDDED_KILL_AFTER_MS_MAX = 3_000;

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
const onEmbedded = serverUrl === undefined ? describe : describe.skip;
const folders = new TemporaryFolders();
const databases = new TestDatabases();

beforeAll(() => buildServer());
afterAll(async () => {
  await TestProcess.endAll();
  await databases.drop();
  folders.remove();
});

async function rows<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Whether the database has an open transaction, as while a process starts. */
async function isStarting(url: string): Promise<boolean> {
  const text = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and xact_start is not null`;
  return (await rows(url, text)).length > 0;
}

/** Expects that a process starts with the sandbox world, and that it can be used. */
async function expectWorld(environment: Readonly<Record<string, string>>): Promise<void> {
  const gateway = await GatewayProcess.start(environment);
  expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
  await gateway.createPocket('0b0e8a52-3f53-4a5e-9d0c-55a90d3f8a11', '200001');
  expect(await gateway.process.end('SIGTERM')).toMatchObject({ code: 0 });
}

onEmbedded('a first start on an empty folder that is killed', () => {
  const isMade = (folder: string) => existsSync(join(folder, 'pglite'));

  test('leaves all files of a database or none, and the next start creates them', async () => {
    const folder = folders.make();
    const started = serverProcess({ DATA_DIR: folder });
    await eventually(() => Promise.resolve(readdirSync(folder).some((name) => name.startsWith('pglite'))));
    await started.end('SIGKILL');
    const whole = folders.make();
    await (await GatewayProcess.start({ DATA_DIR: whole })).process.end('SIGTERM');
    const filesOf = (made: string) => readdirSync(join(made, 'pglite')).filter((name) => name.endsWith('.conf'));
    expect(filesOf(isMade(folder) ? folder : whole)).toEqual(filesOf(whole));
    await expectWorld({ DATA_DIR: folder });
  });

  test('several times, each time later, is followed by a start that has everything', async () => {
    const folder = folders.make();
    for (let kills = 0; kills < KILLS; kills += 1) {
      const started = serverProcess({ DATA_DIR: folder });
      await eventually(() => Promise.resolve(isMade(folder)));
      await wait((kills / KILLS) * EMBEDDED_KILL_AFTER_MS_MAX);
      await started.end('SIGKILL');
    }
    await expectWorld({ DATA_DIR: folder });
  });
});

onPostgreSql('a start that is killed while it migrates and seeds', () => {
  test('does not hinder the next start, which has everything once', async () => {
    const url = (await databases.create()) ?? '';
    const environment = { DATABASE_URL: url, SANDBOX: 'true', DATA_DIR: folders.make() };
    for (let kills = 0; kills < KILLS; kills += 1) {
      const started = serverProcess(environment);
      await eventually(() => isStarting(url));
      await wait((kills / KILLS) * KILL_AFTER_MS_MAX);
      await started.end('SIGKILL');
    }
    const gateway = await GatewayProcess.start(environment);
    expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
    const [partners] = await rows<{ count: number }>(url, 'select count(*)::int as "count" from partner');
    expect(partners?.count).toBe(SANDBOX_PARTNERS.length);
    const executed = await rows(url, 'select name from mikro_orm_migrations');
    expect(executed).toHaveLength(migrations.length);
    await gateway.createPocket('0b0e8a52-3f53-4a5e-9d0c-55a90d3f8a11', '200001');
  });
});
