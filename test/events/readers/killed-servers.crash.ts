import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import pg from 'pg';
import { WebSocket } from 'ws';
import { resuming } from '../../../src/playground/pages/shared/resuming.ts';
import { CuttingProxy } from '../../support/cutting-proxy.ts';
import { eventually } from '../../support/gateway.ts';
import { GatewayProcess, TemporaryFolders } from '../../support/gateway-process.ts';
import { buildServer, TestProcess } from '../../support/process.ts';
import { withSeed } from '../../support/test-random.ts';
import { serverUrl, TestDatabases } from '../../support/test-database.ts';

/** Number of events; `TEST_LIVE_EVENTS=100000` for a long run. */
const EVENTS = Number(process.env['TEST_LIVE_EVENTS'] ?? 4_000);
const TIMEOUT_MS = 120_000 + EVENTS * 10;
const LIFE_MS_MAX = 1_500;
const KILLS_MIN = 3;
const BETWEEN_CUTS_MS_MAX = 400;
const NATS_URL = 'nats://127.0.0.1:4222';

const databases = new TestDatabases();
const folders = new TemporaryFolders();
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

beforeAll(() => buildServer());
afterAll(async () => {
  await TestProcess.endAll();
  await databases.drop();
  folders.remove();
});

const RECORD = `
  insert into outbox (event_id, partner_id, name, context, entity_id, subject_id, idempotency_key, correlation_id,
    occurred_at, body)
  select gen_random_uuid(), case when nth % 5 = 0 then 'BETA_PAY' else 'ACME_PAY' end, 'PIX_CASH_IN_WAS_RECEIVED', 'PIX',
    nth::text, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), '{"data": {}}'
  from generate_series($1::int, $2::int) as nth`;

/** Records events in many small transactions, some of them concurrently, about as fast as the log is read. */
async function record(url: string, random: () => number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => undefined);
  let recorded = 0;
  const write = async () => {
    while (recorded < EVENTS) {
      const from = recorded + 1;
      recorded = Math.min(EVENTS, recorded + 1 + Math.floor(random() * 9));
      const to = recorded;
      // Retried on any error.
      await eventually(() =>
        pool.query(RECORD, [from, to]).then(
          () => true,
          () => false,
        ),
      );
      await wait(random() * 12);
    }
  };
  await Promise.all([write(), write(), write()]);
  await pool.end();
}

/** Returns a stock client of graphql-ws that resumes, and what it receives. */
function follow(proxy: CuttingProxy, token: () => Promise<string>) {
  const stock = createClient({
    url: `ws://127.0.0.1:${proxy.port}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: async () => ({ Authorization: `Bearer ${await token()}` }),
    retryAttempts: Infinity,
    shouldRetry: () => true,
    retryWait: () => wait(50),
  });
  const seen: string[] = [];
  const failures: unknown[] = [];
  const begin = (after: string) =>
    resuming(stock).subscribe<{ webhookEvents: { entityId: string } }>(
      {
        query: 'subscription ($after: String) { webhookEvents(after: $after) { cursor entityId } }',
        variables: { after },
      },
      {
        next: ({ data }) => seen.push(data?.webhookEvents.entityId ?? 'nothing'),
        error: (error) => failures.push(error),
        complete: () => undefined,
      },
    );
  return { stock, seen, failures, begin };
}

interface Cluster {
  readonly environment: Readonly<Record<string, string>>;
  readonly proxy: CuttingProxy;
  api: GatewayProcess;
}

/** Kills the API process and the worker at random moments, and replaces them. */
async function killAtRandom(cluster: Cluster, random: () => number, isRunning: () => boolean): Promise<void> {
  let kills = 0;
  let worker = await supervised({ ...cluster.environment, ROLES: 'worker' });
  while (isRunning() || kills < KILLS_MIN) {
    await wait(random() * LIFE_MS_MAX);
    if (random() < 0.6) {
      await cluster.api.process.end('SIGKILL');
      cluster.api = await supervised({ ...cluster.environment, ROLES: 'api' });
      cluster.proxy.lead({ host: '127.0.0.1', port: portOf(cluster.api) });
    } else {
      await worker.process.end('SIGKILL');
      worker = await supervised({ ...cluster.environment, ROLES: 'worker' });
    }
    kills += 1;
  }
}

/** Starts a gateway, once more if that fails because the database ends its sessions: as a supervisor would. */
async function supervised(environment: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  try {
    return await GatewayProcess.start(environment);
  } catch {
    return GatewayProcess.start(environment);
  }
}

function portOf({ url }: GatewayProcess): number {
  return Number(new URL(url).port);
}

onPostgreSql.each([
  ['PostgreSQL', {}],
  ['NATS', { NATS_URL }],
])('live events, woken through %s', (_bus, bus: Readonly<Record<string, string>>) => {
  test(
    'reach a resuming client once each and in order, while servers are killed, connections cut and sessions ended',
    () =>
      withSeed(async (random) => {
        const url = (await databases.createWithWorld()) ?? '';
        const environment = {
          ...bus,
          DATABASE_URL: url,
          SANDBOX: 'true',
          DATA_DIR: folders.make(),
          AUTH_ISSUER: 'http://issuer.test',
        };
        const api = await GatewayProcess.start({ ...environment, ROLES: 'api,worker' });
        const own = new pg.Client({ connectionString: url });
        own.on('error', () => undefined);
        await own.connect();
        await own.query(RECORD, [0, 1]);
        const cursor = await eventually(async () => {
          const { webhookEvents } = await api.ask('{ webhookEvents(last: 1) { nodes { cursor entityId } } }');
          const [last] = webhookEvents.nodes as { cursor: string; entityId: string }[];
          return last?.entityId === '1' && last.cursor;
        });
        const { rows } = await own.query<{ position: string }>(`select position from event where entity_id = '1'`);
        const proxy = await CuttingProxy.to({ host: '127.0.0.1', port: portOf(api) });
        const cluster: Cluster = { environment, proxy, api };
        const { stock, seen, failures, begin } = follow(proxy, () => cluster.api.freshToken());
        const stop = begin(cursor);
        let isRecorded = false;
        proxy.cutAtRandom(random, BETWEEN_CUTS_MS_MAX);
        const killing = killAtRandom(cluster, random, () => !isRecorded);
        await record(url, random);
        await own.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        isRecorded = true;
        await killing;
        proxy.holdStill();
        const expected = await eventually(async () => {
          const waiting = await own.query('select from outbox');
          const log = await own.query<{ entity_id: string }>(
            'select entity_id from event where partner_id = $1 and position > $2 order by position',
            ['ACME_PAY', rows[0]?.position],
          );
          return waiting.rowCount === 0 && seen.length >= log.rows.length && log.rows.map((row) => row.entity_id);
        });
        expect(failures).toEqual([]);
        expect(seen).toEqual(expected);
        expect(seen.length).toBeGreaterThan(EVENTS / 2);
        stop();
        // It may still be connecting.
        await Promise.resolve(stock.dispose()).catch(() => undefined);
        proxy.close();
        await own.end();
      }),
    TIMEOUT_MS,
  );
});
