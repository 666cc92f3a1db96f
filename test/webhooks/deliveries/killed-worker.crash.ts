import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { receiveCashIn } from '../../../src/bank/cash-ins/receive-cash-in.ts';
import { bookNothing } from '../../../src/bank/money.port.ts';
import { createServices } from '../../../src/composition/services.ts';
import { readConfig, type Config } from '../../../src/config/config.ts';
import { eventLog } from '../../../src/events/log/event-log.ts';
import type { OpenedDatabase } from '../../../src/platform/database/opened-database.ts';
import { openDatabase } from '../../../src/platform/open-database.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { entities, migrations } from '../../../src/capabilities.ts';
import { systemRandom, systemClock } from '../../../src/platform/system.ts';
import { SANDBOX_PAYER } from '../../../src/playground/sandbox-world/sandbox-world.ts';
import { createWebhookConfiguration } from '../../../src/webhooks/configurations/create-webhook-configuration.ts';
import { eventually } from '../../support/gateway.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { deliveryProcess, TestProcess, type Ending } from '../../support/process.ts';
import { hanging, headerOf, Receiver, type AnswerCall } from '../../support/receiver.ts';
import { expectExactTallies } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

/** Events that wait when a worker starts, and calls after which it is killed. */
const EVENTS = 80;
const CALLS_BEFORE_KILL = 30;
/** Messages for an endpoint that hangs. */
const HANGING = 3;
/** How long the endpoint takes, in milliseconds: some calls are always in flight. */
const CALL_MS = 100;
/** Calls that hang do not time out before the worker is stopped; a lease is five seconds longer. */
const TIMEOUT_SECONDS = 60;
const LEASE_SECONDS_MAX = TIMEOUT_SECONDS + 6;
/** Longest time for a worker to stop, in milliseconds. */
const STOP_MS_MAX = 10_000;

const REQUESTER = {
  partnerId: 'ACME_PAY',
  companyKey: 'ACME_PAY',
  correlationId: '0b0e8a52-3f53-4a5e-9d0c-55a90d3f8a11',
};

let own: OwnWorld;
let receiver: Receiver;

afterAll(async () => {
  await TestProcess.endAll();
  await receiver.stop();
  await own.remove();
});

const slow: AnswerCall = (response) => {
  setTimeout(() => response.writeHead(204).end(), CALL_MS);
};

/** Starts a worker, and waits until it is working. */
async function working(environment: Readonly<Record<string, string>>): Promise<TestProcess> {
  const worker = deliveryProcess(environment);
  await worker.says(/working/);
  return worker;
}

/** Opens the storage of a worker; on PGlite it must not be running. */
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

/** Makes a world in which messages wait for both paths; returns the environment of its processes. */
async function world(): Promise<Record<string, string>> {
  own = await OwnWorld.make();
  const made = { ...own.environment, WEBHOOK_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS) };
  const config = configOf(made);
  await withStorage(config, async (opened) => {
    await forgetThePast(opened);
    const runtime = { clock: systemClock, random: systemRandom, logger: createLogger('silent') };
    const services = await createServices(config, runtime, opened);
    const pix = { context: 'PIX', eventName: 'PIX_CASH_IN_WAS_RECEIVED', uri: receiver.url('/hook') } as const;
    const ted = { context: 'TED', eventName: 'TED_CASH_IN_WAS_CLEARED', uri: receiver.url('/hangs') } as const;
    for (const target of [pix, ted]) {
      const wanted = { name: 'Receiver', publicKey: 'pk', secret: undefined, ...target };
      await createWebhookConfiguration(services, REQUESTER.partnerId, wanted);
    }
    const dependencies = { ...services, eventLog: eventLog(() => undefined), booked: bookNothing };
    const receive = (rail: 'PIX' | 'TED') =>
      receiveCashIn(dependencies, REQUESTER, { accountNumber: '200001', amount: '1.00', rail, payer: SANDBOX_PAYER });
    for (let made = 0; made < EVENTS; made += 1) await receive('PIX');
    for (let made = 0; made < HANGING; made += 1) await receive('TED');
  });
  return made;
}

interface Kept {
  readonly leased: readonly string[];
  readonly queued: number;
  readonly messages: Readonly<Record<string, number>>;
}

/** Returns what is stored: messages that are leased, the length of the queue, the archive by progress. */
function kept(environment: Readonly<Record<string, string>>): Promise<Kept> {
  return withStorage(configOf(environment), async ({ entityManager }) => {
    const rows = <Row extends object>(text: string) => entityManager.getConnection().execute<Row[]>(text);
    await expectExactTallies(entityManager);
    const queue = await rows<{ id: string; leased: boolean }>(
      `select message_id as id, exists (
         select from webhook_lease as lease
         where lease.configuration_id = delivery.configuration_id and delivery.event_position = any (lease.positions)
       ) as leased from webhook_delivery as delivery`,
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

/** Returns the ids of the messages that a path received, from the call `from` on. */
function idsReceived(path: string, from = 0): Set<string> {
  const calls = receiver.callsOf(path).slice(from);
  return new Set(calls.map((call) => headerOf(call, 'webhook-id')));
}

/** Ids of the messages in flight when the first worker was killed. */
let leased: readonly string[];
let environment: Record<string, string>;
let second: { readonly ending: Ending; readonly stopMs: number; readonly errors: string };

/** One worker is killed during its calls; another continues, and is stopped during the last of them. */
beforeAll(async () => {
  receiver = await Receiver.start();
  receiver.answer('/hook', slow);
  receiver.answer('/hangs', hanging);
  environment = await world();
  const first = await working(environment);
  await eventually(() => Promise.resolve(idsReceived('/hook').size >= CALLS_BEFORE_KILL));
  await first.end('SIGKILL');
  const killedAfter = receiver.callsOf('/hook').length;
  ({ leased } = await kept(environment));

  const worker = await working({ ...environment, CLOCK_AHEAD_SECONDS: String(LEASE_SECONDS_MAX) });
  await eventually(() => {
    const again = idsReceived('/hook', killedAfter);
    const isAgain = (id: string) => again.has(id) || idsReceived('/hangs').has(id);
    return Promise.resolve(idsReceived('/hook').size === EVENTS && leased.every(isAgain) && receiver.open >= HANGING);
  });
  const began = performance.now();
  const ending = await worker.end('SIGTERM');
  second = { ending, stopMs: performance.now() - began, errors: worker.errors };
});

describe('a worker that is killed during its calls', () => {
  test('loses nothing: another sends the rest', async () => {
    expect(await kept(environment)).toMatchObject({ messages: { SUCCESS: EVENTS } });
    expect(second.errors).toBe('');
  });

  test('causes only what was in flight to be sent again, once and under the same id and key', () => {
    expect(leased.length).toBeGreaterThan(0);
    const calls = Map.groupBy(receiver.callsOf('/hook'), (call) => headerOf(call, 'webhook-id'));
    for (const [id, [once, ...again]] of calls) {
      expect(again.length).toBeLessThanOrEqual(leased.includes(id) ? 1 : 0);
      for (const call of again) expect(headerOf(call, 'idempotency-key')).toBe(headerOf(once, 'idempotency-key'));
    }
  });
});

test('a worker that is stopped settles the calls that end, releases the other messages unsent, and ends in time', async () => {
  expect(second.ending).toMatchObject({ code: 0 });
  expect(second.stopMs).toBeLessThan(STOP_MS_MAX);
  expect(await kept(environment)).toEqual({ leased: [], queued: HANGING, messages: { SUCCESS: EVENTS } });
});
