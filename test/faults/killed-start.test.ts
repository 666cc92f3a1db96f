import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { SANDBOX_PARTNERS } from '../../src/sandbox/sandbox-world.ts';
import { migrations } from '../../src/storage.ts';
import { GatewayProcess, TemporaryFolders } from '../support/gateway-process.ts';
import { eventually } from '../support/gateway.ts';
import { buildServer, serverProcess, TestProcess } from '../support/process.ts';
import { serverUrl, TestDatabases } from '../support/test-database.ts';

const KILLS = 4;
const KILL_AFTER_MS_MAX = 400;

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
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

/** How many statements of a start the database works on, or has a transaction open for. */
async function isUnderWay(url: string): Promise<boolean> {
  const text = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and xact_start is not null`;
  return (await rows(url, text)).length > 0;
}

onPostgreSql('a start that is killed while it migrates and seeds', () => {
  test('leaves nothing that hinders the next one, which has everything once', async () => {
    const url = (await databases.create()) ?? '';
    const environment = { DATABASE_URL: url, SANDBOX: 'true', DATA_DIR: folders.make() };
    for (let kills = 0; kills < KILLS; kills += 1) {
      const started = serverProcess(environment);
      await eventually(() => isUnderWay(url));
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
