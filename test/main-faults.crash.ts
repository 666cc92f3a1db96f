import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Partner } from '../src/bank/partners/partner.entity.ts';
import { SANDBOX_PARTNERS } from '../src/playground/sandbox-world/sandbox-world.ts';
import { FaultProxy } from './faults/fault-proxy.ts';
import { eventually } from './support/gateway.ts';
import {
  accountOf,
  GatewayProcess,
  killUnderLoad,
  TemporaryFolders,
  type ClientMemory,
} from './support/gateway-process.ts';
import { CREATE_POCKET, pocketInput } from './support/pockets.ts';
import { eventSubjects, pocketNumbers, prepareWorld, withDatabase } from './support/pocket-world.ts';
import { OwnWorld } from './support/own-world.ts';
import { buildServer, TestProcess } from './support/process.ts';
import { serverUrl, TestDatabases } from './support/test-database.ts';

const POCKETS_PER_KILL = 30;
const KILLS = 2;
/** Number of acknowledged keys that are sent again after the kill. */
const REPLAYS = 10;

/** How long a process retries to store one batch of audit entries, unless it is stopped, in milliseconds. */
const AUDIT_TRYING_MS = 30_000;
/** Much longer than a stop takes. */
const SILENT_MS = 25_000;
const REFUSED = 5;

const folders = new TemporaryFolders();
const databases = new TestDatabases();
const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

beforeAll(() => buildServer());
afterAll(async () => {
  await TestProcess.endAll();
  await databases.drop();
  folders.remove();
});

type Environment = Record<string, string>;

/** Sends unanswered keys again, and some acknowledged ones; returns whether each of these replayed its pocket. */
async function retry(gateway: GatewayProcess, { acknowledged, unanswered }: ClientMemory): Promise<boolean[]> {
  const replays = [...acknowledged].slice(-REPLAYS);
  const asBefore = await Promise.all(
    replays.map(async ([key, number]) => {
      const again = await gateway.createPocket(key, accountOf(key));
      return again.replayed && again.number === number;
    }),
  );
  for (const key of unanswered) acknowledged.set(key, (await gateway.createPocket(key, accountOf(key))).number);
  unanswered.clear();
  return asBefore;
}

function served(url = ''): Environment {
  return { DATABASE_URL: url, SANDBOX: 'true', DATABASE_POOL_SIZE: '8', DATA_DIR: folders.make() };
}

describe('a process that is killed under load', () => {
  test('keeps every acknowledged pocket once, with one event, also after retries', async () => {
    const world = await OwnWorld.make();
    const environment = { ...world.environment, DATABASE_POOL_SIZE: '8' };
    await prepareWorld(environment);
    const memory: ClientMemory = { acknowledged: new Map(), unanswered: new Set() };
    let gateway = await GatewayProcess.start(environment);
    for (let kills = 0; kills < KILLS; kills += 1) {
      await killUnderLoad(gateway, memory, POCKETS_PER_KILL);
      gateway = await GatewayProcess.start(environment);
      const before = await pocketNumbers(gateway);
      expect(before).toEqual(expect.arrayContaining([...memory.acknowledged.values()]));
      expect(await retry(gateway, memory)).toEqual(Array.from({ length: REPLAYS }, () => true));
      const pockets = [...memory.acknowledged.values()].toSorted();
      expect((await pocketNumbers(gateway)).toSorted()).toEqual(pockets);
      await eventually(async () => (await eventSubjects(gateway)).length >= pockets.length);
      expect((await eventSubjects(gateway)).toSorted()).toEqual(pockets);
    }
    await gateway.process.end('SIGTERM');
    await world.remove();
  });
});

onPostgreSql('several processes on one PostgreSQL', () => {
  test('are both ready if they start together on an empty database, and create the world once', async () => {
    const environment = served(await databases.create());
    const both = await Promise.all([GatewayProcess.start(environment), GatewayProcess.start(environment)]);
    const views = await Promise.all(both.map((one) => one.ask('{ paymentAccounts { nodes { number } } }')));
    const numbers = SANDBOX_PARTNERS[0]?.accounts.map(({ number }) => ({ number }));
    expect(views).toEqual(both.map(() => ({ paymentAccounts: { nodes: numbers } })));
    expect(await withDatabase(environment, ({ entityManager }) => entityManager.fork().count(Partner))).toBe(
      SANDBOX_PARTNERS.length,
    );
    const endings = await Promise.all(both.map((one) => one.process.end('SIGTERM')));
    expect(endings).toMatchObject([{ code: 0 }, { code: 0 }]);
  });

  test('share the work by ROLES: a worker serves only health, and numbers what an api process records', async () => {
    const environment = served(await databases.createWithWorld());
    const api = await GatewayProcess.start({ ...environment, ROLES: 'api' });
    const worker = await GatewayProcess.start({ ...environment, ROLES: 'worker' });
    const statusOf = async (path: string) => (await fetch(`${worker.url}${path}`)).status;
    expect(await Promise.all(['/health/live', '/health/ready', '/graphql', '/oauth/token'].map(statusOf))).toEqual([
      200, 200, 404, 404,
    ]);
    const { number } = await api.createPocket('0b0e8a52-3f53-4a5e-9d0c-55a90d3f8a11', '200001');
    const ofPocket = async () => (await eventSubjects(api)).filter((subject) => subject === number);
    expect(await eventually(async () => (await ofPocket()).length > 0 && ofPocket())).toEqual([number]);
    const endings = await Promise.all([api, worker].map((one) => one.process.end('SIGTERM')));
    expect(endings).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(worker.process.output).not.toMatch(/\/graphql|curl/);
  });
});

onPostgreSql('a process that is stopped', () => {
  let proxy: FaultProxy;
  let gateway: GatewayProcess;

  beforeEach(async () => {
    const url = new URL((await databases.createWithWorld()) ?? '');
    proxy = await FaultProxy.to(Number(url.port || '5432'));
    url.port = String(proxy.port);
    gateway = await GatewayProcess.start(served(url.toString()));
    await gateway.ask('{ viewer { partner } }');
  });
  afterEach(() => {
    proxy.close();
  });

  /** Sends requests that are refused without the database, but are audited. */
  async function refuse(): Promise<void> {
    const input = pocketInput({ label: '' });
    for (let sent = 0; sent < REFUSED; sent += 1) {
      const { createPocket } = await gateway.ask(CREATE_POCKET, { input });
      expect(createPocket).toMatchObject({ __typename: 'InvalidInputError' });
    }
  }

  async function expectEnding(): Promise<void> {
    const began = performance.now();
    expect(await gateway.process.end('SIGTERM')).toMatchObject({ code: 0 });
    expect(performance.now() - began).toBeLessThan(AUDIT_TRYING_MS);
    expect(new Set(gateway.process.output.match(/"result":"InvalidInputError"[^}]*"id":"[^"]+"/g)).size).toBe(REFUSED);
  }

  test('while the database refuses connections ends soon, with its audit entries in the log', async () => {
    proxy.close();
    await refuse();
    await expectEnding();
  });

  test('while the database is silent ends soon, with its audit entries in the log', async () => {
    let isOver = false;
    const silence = proxy.swallow(SILENT_MS).then(() => {
      isOver = true;
    });
    await refuse();
    await expectEnding();
    expect(isOver).toBe(false);
    await silence;
  });
});
