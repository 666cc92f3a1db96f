import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { receiveCashIn } from '../../src/cash-ins/receive-cash-in.ts';
import { createServices } from '../../src/composition/services.ts';
import { readConfig, type Config } from '../../src/config.ts';
import { eventLog } from '../../src/events/event-log.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { openDatabase, type OpenedDatabase } from '../../src/platform/database/open-database.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { entities, migrations } from '../../src/storage.ts';
import { systemChance, systemClock } from '../../src/system.ts';
import { createWebhookConfiguration } from '../../src/webhooks/create-webhook-configuration.ts';
import { eventually } from '../support/gateway.ts';
import { TemporaryFolders } from '../support/gateway-process.ts';
import { copyOfWorld } from '../support/opened-database.ts';
import { deliveryProcess, TestProcess, type Ending } from '../support/process.ts';
import { hanging, headerOf, Receiver, type AnswerCall } from '../support/receiver.ts';
import { TestDatabases } from '../support/test-database.ts';
import { expectExactTallies } from '../support/webhooks.ts';
import { forgetThePast, makeWorld } from '../support/world.ts';

/** Events that are there when a worker begins, and calls after which it is killed. */
const EVENTS = 90;
const CALLS_BEFORE_KILL = 40;
/** Several processes and databases are started one after the other, in milliseconds. */
const FAULT_TIMEOUT_MS = 60_000;
/** How long the endpoint takes, in milliseconds: some calls are always under way. */
const CALL_MS = 15;
/** Longer than a lease, which is the time-out of a call and five seconds. */
const LEASE_SECONDS_MAX = 16;
/** How long a call takes that the worker waits for when it is stopped, in milliseconds. */
const LATE_MS = 1_000;
/** Longest that a worker may take to end, in milliseconds. */
const STOP_MS_MAX = 10_000;

const REQUESTER = {
  partnerId: 'ACME_PAY',
  companyKey: 'ACME_PAY',
  correlationId: '0b0e8a52-3f53-4a5e-9d0c-55a90d3f8a11',
};

const folders = new TemporaryFolders();
const databases = new TestDatabases();
let receiver: Receiver;
/** The test of stopping waits most of its time: it runs beside the other. */
let stopping: Promise<{ readonly ending: Ending; readonly stopMs: number; readonly left: Kept }>;

beforeAll(async () => {
  receiver = await Receiver.start();
  stopping = stopAmidCalls();
  stopping.catch(() => undefined);
});
afterAll(async () => {
  await TestProcess.endAll();
  await receiver.stop();
  await databases.drop();
  folders.remove();
});

const slow: AnswerCall = (response) => {
  setTimeout(() => response.writeHead(204).end(), CALL_MS);
};

/** A worker that has begun. */
async function working(environment: Readonly<Record<string, string>>): Promise<TestProcess> {
  const worker = deliveryProcess(environment);
  await worker.says(/working/);
  return worker;
}

/** Opens the storage of a worker that is not running, or not on PGlite. */
async function withStorage<Result>(config: Config, work: (opened: OpenedDatabase) => Promise<Result>): Promise<Result> {
  const { databaseUrl: url, dataDirectory } = config;
  const opened = await openDatabase({ url, dataDirectory, poolSize: 4, entities, migrations });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

function configOf(environment: Readonly<Record<string, string>>): Config {
  return readConfig({ SANDBOX: 'true', ...environment });
}

/** A world in which `events` wait to be sent to each of `paths`; gives what a process is started with. */
async function worldWith(events: number, paths: readonly string[]): Promise<Record<string, string>> {
  const url = await databases.create();
  const folder = url === undefined ? copyOfWorld(folders) : folders.make();
  const environment = { DATA_DIR: folder, ...(url !== undefined && { DATABASE_URL: url }) };
  const config = configOf(environment);
  await withStorage(config, async (opened) => {
    await migrate(opened, () => makeWorld(opened));
    await forgetThePast(opened);
    const machine = { clock: systemClock, chance: systemChance, logger: createLogger('silent') };
    const services = await createServices(config, machine, opened);
    const wanted = { name: 'Receiver', context: 'PIX', eventName: 'PIX_CASH_IN_WAS_RECEIVED' } as const;
    for (const path of paths)
      await createWebhookConfiguration(services, 'ACME_PAY', {
        ...wanted,
        uri: receiver.url(path),
        publicKey: 'pk',
        secret: undefined,
      });
    const dependencies = { ...services, eventLog: eventLog(() => undefined) };
    const command = { accountNumber: '200001', amount: '1.00', rail: 'PIX', payerIspb: '99990002' } as const;
    await Promise.all(Array.from({ length: events }, () => receiveCashIn(dependencies, REQUESTER, command)));
  });
  return environment;
}

interface Kept {
  readonly leased: readonly string[];
  readonly queued: number;
  readonly messages: Readonly<Record<string, number>>;
}

/** What the storage holds: messages whose lease has not been given back, the queue, the archive by progress. */
function kept(environment: Readonly<Record<string, string>>): Promise<Kept> {
  return withStorage(configOf(environment), async ({ entityManager }) => {
    const rows = <Row extends object>(text: string) => entityManager.getConnection().execute<Row[]>(text);
    await expectExactTallies(entityManager);
    const queue = await rows<{ id: string; leased: boolean }>(
      'select message_id as id, lease_id is not null as leased from webhook_delivery',
    );
    const messages = await rows<{ progress: string; count: number }>(
      'select progress, count(*)::int as count from webhook_message group by 1',
    );
    return {
      leased: queue.filter(({ leased }) => leased).map(({ id }) => id),
      queued: queue.length,
      messages: Object.fromEntries(messages.map(({ progress, count }) => [progress, count])),
    };
  });
}

/** Ids of the messages that have come to a path, from the call `from` on. */
function idsReceived(path: string, from = 0): Set<string> {
  const calls = receiver.callsOf(path).slice(from);
  return new Set(calls.map((call) => headerOf(call, 'webhook-id')));
}

test(
  'a worker killed amid its calls loses nothing, and what is sent twice was in flight',
  killAmidCalls,
  FAULT_TIMEOUT_MS,
);

async function killAmidCalls() {
  receiver.answer('/hook', slow);
  const environment = await worldWith(EVENTS, ['/hook']);
  const first = await working(environment);
  await eventually(() => Promise.resolve(receiver.callsOf('/hook').length >= CALLS_BEFORE_KILL));
  expect(await first.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
  const killedAfter = receiver.callsOf('/hook').length;
  const { leased } = await kept(environment);
  expect(leased.length).toBeGreaterThan(0);

  const second = await working({ ...environment, CLOCK_AHEAD_SECONDS: String(LEASE_SECONDS_MAX) });
  await eventually(() => {
    const again = idsReceived('/hook', killedAfter);
    return Promise.resolve(idsReceived('/hook').size === EVENTS && leased.every((id) => again.has(id)));
  });
  expect(await second.end('SIGTERM')).toMatchObject({ code: 0 });
  const calls = Map.groupBy(receiver.callsOf('/hook'), (call) => headerOf(call, 'webhook-id'));
  for (const [id, [once, ...again]] of calls) {
    expect(again.length).toBeLessThanOrEqual(leased.includes(id) ? 1 : 0);
    for (const call of again) expect(headerOf(call, 'idempotency-key')).toBe(headerOf(once, 'idempotency-key'));
  }
  expect(await kept(environment)).toEqual({ leased: [], queued: 0, messages: { SUCCESS: EVENTS } });
  expect(second.errors).toBe('');
}

async function stopAmidCalls() {
  receiver.answer('/late', (response) => {
    void wait(LATE_MS).then(() => response.writeHead(204).end());
  });
  receiver.answer('/hangs', hanging);
  const environment = await worldWith(5, ['/late', '/hangs']);
  const worker = await working(environment);
  await eventually(() => Promise.resolve(idsReceived('/late').size === 5 && idsReceived('/hangs').size === 5));
  const began = performance.now();
  const ending = await worker.end('SIGTERM');
  return { ending, stopMs: performance.now() - began, left: await kept(environment) };
}

test(
  'a worker that is stopped settles the calls that come back, and gives the others back unsent',
  expectCleanStop,
  FAULT_TIMEOUT_MS,
);

async function expectCleanStop() {
  const { ending, stopMs, left } = await stopping;
  expect(ending).toMatchObject({ code: 0 });
  expect(stopMs).toBeLessThan(STOP_MS_MAX);
  expect(left).toEqual({ leased: [], queued: 5, messages: { SUCCESS: 5 } });
}
