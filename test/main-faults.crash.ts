import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PaymentAccount } from '../src/bank/accounts/payment-account.entity.ts';
import { Partner } from '../src/bank/partners/partner.entity.ts';
import { openDatabase, type OpenedDatabase } from '../src/platform/database/open-database.ts';
import { SANDBOX_PARTNERS } from '../src/playground/sandbox/sandbox-world.ts';
import { entities, migrations } from '../src/capabilities.ts';
import { eventually } from './support/gateway.ts';
import {
  accountOf,
  GatewayProcess,
  killUnderLoad,
  TemporaryFolders,
  type ClientMemory,
} from './support/gateway-process.ts';
import { OwnWorld } from './support/own-world.ts';
import { buildServer, TestProcess } from './support/process.ts';
import { serverUrl, TestDatabases } from './support/test-database.ts';
import { forgetThePast } from './support/world.ts';

const POCKETS_PER_KILL = 30;
const KILLS = 2;
/** Acknowledged keys that are sent again after the kill. */
const REPLAYS = 10;

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

async function withDatabase<Result>(environment: Environment, work: (opened: OpenedDatabase) => Promise<Result>) {
  const { DATABASE_URL: url, DATA_DIR: dataDirectory = '' } = environment;
  const opened = await openDatabase({ url, dataDirectory, poolSize: 2, entities, migrations });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** The sandbox world without a past, and without the limit of three pockets for each account. */
function prepareWorld(environment: Environment): Promise<void> {
  return withDatabase(environment, async (opened) => {
    await forgetThePast(opened);
    await opened.entityManager.fork().nativeUpdate(PaymentAccount, {}, { pocketLimit: 1_000_000 });
  });
}

interface Page {
  readonly nodes: readonly { readonly number?: string; readonly entityId?: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

/** All pages of a connection; `pageOf` asks for one. */
async function readAll(pageOf: (after: string | null) => Promise<Page>): Promise<string[]> {
  const seen: string[] = [];
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo } = await pageOf(after);
    seen.push(...nodes.map(({ number, entityId }) => number ?? entityId ?? ''));
    if (!pageInfo.hasNextPage) return seen;
    after = pageInfo.endCursor;
  }
}

const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

async function pocketNumbers(gateway: GatewayProcess): Promise<string[]> {
  const query = `query ($number: String!, $after: String) {
    paymentAccount(number: $number) { pockets(first: 100, after: $after) { nodes { number } ${PAGE_INFO} } }
  }`;
  const accounts = ['200001', '200002', '200003', '200005'];
  const lists = await Promise.all(
    accounts.map((number) =>
      readAll(async (after) => (await gateway.ask(query, { number, after })).paymentAccount.pockets),
    ),
  );
  return lists.flat();
}

function eventSubjects(gateway: GatewayProcess): Promise<string[]> {
  const query = `query ($after: String) {
    webhookEvents(first: 100, after: $after) { nodes { entityId } ${PAGE_INFO} }
  }`;
  return readAll(async (after) => (await gateway.ask(query, { after })).webhookEvents);
}

/** What the clients do when the gateway is back: send again what was never answered, and some of what was. */
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
  test('has kept every acknowledged pocket, once and with one event, and so has every retry', async () => {
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
  test('that start together on an empty database are both ready, and the world is there once', async () => {
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

  test('share the work by ROLES: a worker serves health alone, and numbers what an api process records', async () => {
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
