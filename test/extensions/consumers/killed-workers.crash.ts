import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { consumersOf, createConsumer } from '../../support/consumers.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { sequencesAfter } from '../../support/live-events.ts';
import { cashIns } from '../../support/webhooks.ts';

const WORKER = new URL('../../support/consumer-worker.mjs', import.meta.url).pathname;
/** The shortest: until it ends, no worker can take over from a killed one. */
const LEASE_SECONDS = 10;
const KILLS = 3;
/** For how long a worker is killed every second: `KILLED_SECONDS=60` for a minute. */
const KILLED_SECONDS = Number(process.env['KILLED_SECONDS'] ?? 5);
const BETWEEN_KILLS_MS = 1_000;

interface Handled {
  readonly sequence: string;
  readonly acked: string;
}

let gateway: Gateway;
/** Where the log ended when the test began. */
let begun: string;
const workers = new Map<string, ChildProcess>();
const handled: Handled[] = [];
const acked = () => handled.filter((one) => one.acked === 'AckEventsSuccess').map(({ sequence }) => sequence);

beforeAll(async () => {
  gateway = await Gateway.start();
});
beforeEach(async () => {
  begun = (await gateway.data({ query: '{ webhookEventsCursor }' })).webhookEventsCursor as string;
});
afterEach(() => {
  for (const worker of workers.values()) worker.kill('SIGKILL');
  workers.clear();
  handled.length = 0;
});
afterAll(() => gateway.stop());

async function start(name: string, consumer = 'turns'): Promise<void> {
  const token = await gateway.freshToken('acme-pay');
  const child = spawn(process.execPath, [WORKER, gateway.app.url, token, consumer, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => handled.push(JSON.parse(line) as Handled));
  workers.set(name, child);
}

async function kill(name: string): Promise<void> {
  const child = workers.get(name);
  if (child === undefined) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

test('two workers that are killed in turn ack all events in order', async () => {
  await createConsumer(gateway, { name: 'turns', leaseSeconds: LEASE_SECONDS });
  await Promise.all([start('w0'), start('w1')]);
  for (let nth = 0; nth < KILLS; nth += 1) {
    const before = acked().length;
    await cashIns(gateway, 5);
    // The worker that holds the lease is killed during its work; another takes over when the lease has expired.
    await eventually(() => Promise.resolve(acked().length > before));
    const holder = await eventually(
      async () => (await consumersOf(gateway)).find(({ name }) => name === 'turns')?.worker ?? undefined,
    );
    await kill(holder);
    await start(`w${nth + 2}`);
  }
  await expectAllAcked('turns', KILLS * 10, KILLS);
});

test('two workers, one of which is killed every second, ack all events in order', async () => {
  await createConsumer(gateway, { name: 'minute', leaseSeconds: LEASE_SECONDS });
  const names = ['w0', 'w1'];
  await Promise.all(names.map((name) => start(name, 'minute')));
  const kills = Math.floor((KILLED_SECONDS * 1_000) / BETWEEN_KILLS_MS);
  for (let nth = 0; nth < kills; nth += 1) {
    await Promise.all([cashIns(gateway, 5), setTimeout(BETWEEN_KILLS_MS)]);
    const name = names[nth % 2] ?? '';
    await kill(name);
    // Under the same name it regains its lease immediately.
    await start(name, 'minute');
  }
  await expectAllAcked('minute', kills * 10, kills);
});

/** Expects that all events since the creation of the consumer were acked once and in order. */
async function expectAllAcked(consumerName: string, events: number, kills: number): Promise<void> {
  const wanted = await eventually(async () => {
    const sequences = await sequencesAfter(gateway, begun);
    return sequences.length === events && sequences;
  });
  const done = await eventually(async () => {
    const consumer = (await consumersOf(gateway)).find(({ name }) => name === consumerName);
    return consumer?.lag === 0 && consumer;
  });
  expect(done.sequence).toBe(wanted.at(-1));
  // An event whose worker was killed after the ack is not reported; none is reported twice, or late.
  const unreported = () => wanted.filter((sequence) => !acked().includes(sequence));
  await eventually(() => Promise.resolve(unreported().length <= kills));
  const reported = acked();
  expect(reported).toEqual([...reported].sort((a, b) => Number(a.split('.')[1]) - Number(b.split('.')[1])));
  expect(new Set(reported).size).toBe(reported.length);
}
