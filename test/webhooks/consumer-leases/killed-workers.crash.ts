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
/** The shortest: so long nobody takes what a killed worker held. */
const LEASE_SECONDS = 10;
const KILLS = 3;
/** For how long one is killed every two seconds: `KILLED_SECONDS=60` for a minute. */
const KILLED_SECONDS = Number(process.env['KILLED_SECONDS'] ?? 10);
const BETWEEN_KILLS_MS = 2_000;

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

test('two workers that are killed in turn have all events acked in their order', async () => {
  await createConsumer(gateway, { name: 'turns', leaseSeconds: LEASE_SECONDS });
  await Promise.all([start('w0'), start('w1')]);
  for (let nth = 0; nth < KILLS; nth += 1) {
    const before = acked().length;
    await cashIns(gateway, 5);
    // Amid its work whoever holds it is killed; another takes it when the lease has lapsed.
    await eventually(() => Promise.resolve(acked().length > before));
    const holder = (await consumersOf(gateway)).find(({ name }) => name === 'turns')?.worker ?? 'w0';
    await kill(holder);
    await start(`w${nth + 2}`);
  }
  await expectAllAcked('turns', KILLS * 10, KILLS);
});

test('two workers of which one is killed every two seconds have all events acked in their order', async () => {
  await createConsumer(gateway, { name: 'minute', leaseSeconds: LEASE_SECONDS });
  const names = ['w0', 'w1'];
  await Promise.all(names.map((name) => start(name, 'minute')));
  const kills = Math.floor((KILLED_SECONDS * 1_000) / BETWEEN_KILLS_MS);
  for (let nth = 0; nth < kills; nth += 1) {
    await Promise.all([cashIns(gateway, 5), setTimeout(BETWEEN_KILLS_MS)]);
    const name = names[nth % 2] ?? '';
    await kill(name);
    // Under its own name it has its lease again at once.
    await start(name, 'minute');
  }
  await expectAllAcked('minute', kills * 10, kills);
});

/** Of so many events that happened since the consumer was made. */
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
  // One whose worker was killed between its ack and its word is acked without one; none is told twice, or late.
  const told = acked();
  expect(told).toEqual([...told].sort((a, b) => Number(a.split('.')[1]) - Number(b.split('.')[1])));
  expect(new Set(told).size).toBe(told.length);
  expect(wanted.filter((sequence) => !told.includes(sequence)).length).toBeLessThanOrEqual(kills);
}
