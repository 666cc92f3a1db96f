import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Database } from '../../../src/platform/database/database.ts';
import type { FailingWork } from '../../../src/platform/loops/failing-work.ts';
import { InProcessWakeUps } from '../../../src/platform/wake-ups/in-process-wake-ups.ts';
import { MergedSends } from '../../../src/platform/wake-ups/merged-sends.ts';
import { NatsWakeUps } from '../../../src/platform/wake-ups/nats-wake-ups.ts';
import { PostgresWakeUps } from '../../../src/platform/wake-ups/postgres-wake-ups.ts';
import type { WakeUps } from '../../../src/platform/wake-ups/wake-ups.ts';
import { WakeUp } from '../../../src/platform/loops/wake-up.ts';
import { CuttingProxy } from '../../support/cutting-proxy.ts';
import { failingWork } from '../../support/failing-work.ts';
import { eventually } from '../../support/gateway.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { serverUrl } from '../../support/test-database.ts';

const NATS = { host: '127.0.0.1', port: 4222 };
const onServers = serverUrl === undefined ? describe.skip : describe;

/** Two processes as far as wake-ups are concerned, and how often each was woken. */
class Pair {
  readonly woken = [0, 0];
  readonly both: readonly [WakeUps, WakeUps];

  constructor(make: () => WakeUps) {
    this.both = [make(), make()];
    for (const [index, one] of this.both.entries()) {
      one.listen(WakeUp.MOVED, () => {
        this.woken[index] = (this.woken[index] ?? 0) + 1;
      });
      one.start();
    }
  }

  /** Publishes on the first until the second has been woken by it. */
  async reach(): Promise<void> {
    const before = this.woken[1] ?? 0;
    await eventually(() => {
      this.both[0].publish(WakeUp.MOVED);
      return Promise.resolve((this.woken[1] ?? 0) > before);
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.both.map((one) => one.stop()));
  }
}

/** Nothing listens there. */
const NOWHERE = '127.0.0.1:9';

describe.each([
  ['PostgreSQL', (failing: FailingWork) => new PostgresWakeUps({ ...nowhere(), failing })],
  ['NATS', (failing: FailingWork) => new NatsWakeUps({ servers: NOWHERE }, failing)],
])('wake-ups through %s that cannot be reached', (_server, make) => {
  test('are reported once, and wake their own process without it', async () => {
    const lines: string[] = [];
    const failing = failingWork(pino({ level: 'info' }, { write: (line) => lines.push(line) }));
    const wakeUps = make(failing);
    let woken = 0;
    wakeUps.listen(WakeUp.MOVED, () => (woken += 1));
    wakeUps.start();
    await eventually(() => Promise.resolve((failing.loops[0]?.failures ?? 0) >= 3));
    wakeUps.publish(WakeUp.MOVED);
    await wakeUps.stop();
    expect(woken).toBe(1);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 40, loop: 'wake-ups', msg: 'a background loop failed' },
    ]);
    expect(failing.loops).toEqual([]);
  });
});

test('wake-ups through a NATS server that accepts connections and does not answer stop immediately', async () => {
  const silent = createServer();
  const accepted = once(silent, 'connection');
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const wakeUps = new NatsWakeUps({ servers: `127.0.0.1:${port}` }, failingWork());
  wakeUps.start();
  const [socket] = (await accepted) as [Socket];
  const beganAt = performance.now();
  await wakeUps.stop();
  // The client would give the server up after seconds.
  expect(performance.now() - beganAt).toBeLessThan(2_000);
  socket.destroy();
  silent.close();
});

function nowhere() {
  const outOfReach = () => Promise.reject(new Error('There is no database.'));
  const database = new Database({
    ...{ run: outOfReach, transaction: outOfReach, inOneRoundTrip: outOfReach, transactionsInOneRoundTrip: outOfReach },
    isEmbedded: false,
  });
  return { url: `postgresql://${NOWHERE}/gateway`, database, processId: 'process' };
}

describe('a wake-up', () => {
  test('reaches the listeners of its own process immediately, and only those of its kind', () => {
    const wakeUps = new InProcessWakeUps();
    const heard: string[] = [];
    for (const kind of Object.values(WakeUp)) wakeUps.listen(kind, () => heard.push(kind));
    wakeUps.publish(WakeUp.MOVED);
    expect(heard).toEqual([WakeUp.MOVED]);
  });

  test('that is published while one is being sent follows it, together with all others', async () => {
    const arrived: (() => void)[] = [];
    const sends = new MergedSends(() => new Promise((resolve) => arrived.push(resolve)));
    for (let count = 0; count < 10; count += 1) sends.ask(WakeUp.MOVED);
    arrived[0]?.();
    await eventually(() => Promise.resolve(arrived.length === 2));
    arrived[1]?.();
    await new Promise(setImmediate);
    expect(arrived).toHaveLength(2);
  });
});

onServers('wake-ups through PostgreSQL', () => {
  let own: OwnDatabase;
  let pair: Pair;
  let nth = 0;

  beforeAll(async () => {
    own = await OwnDatabase.open({ isEmpty: true });
    await own.opened.orm.schema.ensureDatabase();
    const { database, url = '' } = own;
    pair = new Pair(
      () => new PostgresWakeUps({ url, database, failing: failingWork(), processId: `process-${(nth += 1)}` }),
    );
  });
  afterAll(async () => {
    await pair.stop();
    await own.close();
  });

  test('reach another process', async () => {
    await pair.reach();
    expect(pair.woken[1]).toBeGreaterThan(0);
  });

  test('continue after the listening connection was ended, and one is sent for what was missed', async () => {
    const woken = [...pair.woken];
    const ended = await own.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'partner-banking-gateway-wake-ups'`,
    );
    expect(ended).toHaveLength(2);
    await eventually(() => Promise.resolve(pair.woken.every((count, index) => count > (woken[index] ?? 0))));
    await pair.reach();
  });
});

onServers('wake-ups through NATS', () => {
  test('reach another process, also after the connection was cut, and one is sent for what was missed', async () => {
    const way = await CuttingProxy.to(NATS);
    const pair = new Pair(() => new NatsWakeUps({ servers: `127.0.0.1:${way.port}` }, failingWork()));
    try {
      await pair.reach();
      const woken = [...pair.woken];
      way.cut();
      await eventually(() => Promise.resolve(pair.woken.every((count, index) => count > (woken[index] ?? 0))));
      await pair.reach();
      expect(pair.woken[1]).toBeGreaterThan(woken[1] ?? 0);
    } finally {
      await pair.stop();
      way.close();
    }
  });

  test('reach their own process while there is no server', async () => {
    const way = await CuttingProxy.to(NATS);
    const { port } = way;
    way.close();
    const pair = new Pair(() => new NatsWakeUps({ servers: `127.0.0.1:${port}` }, failingWork()));
    pair.both[0].publish(WakeUp.MOVED);
    expect(pair.woken).toEqual([1, 0]);
    await pair.stop();
  });
});
