import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { consumersOf, createConsumer } from '../../support/consumers.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { cashIns } from '../../support/webhooks.ts';

const WORKER = new URL('../../support/consumer-worker.mjs', import.meta.url).pathname;
/** The shortest: so long nobody takes what a killed worker held. */
const LEASE_SECONDS = 10;
const KILLS = 3;

interface Handled {
  readonly sequence: string;
  readonly acked: string;
}

let gateway: Gateway;
const workers = new Map<string, ChildProcess>();
const handled: Handled[] = [];

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterEach(() => {
  for (const worker of workers.values()) worker.kill('SIGKILL');
});
afterAll(() => gateway.stop());

async function start(name: string): Promise<void> {
  const token = await gateway.freshToken('acme-pay');
  const child = spawn(process.execPath, [WORKER, gateway.app.url, token, 'turns', name], {
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

const acked = () => handled.filter((one) => one.acked === 'AckEventsSuccess').map(({ sequence }) => sequence);

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
  const wanted = (
    await eventually(async () => {
      const { webhookEvents } = await gateway.data({
        query: `{ webhookEvents(last: ${KILLS * 10}) { nodes { sequence } } }`,
      });
      const nodes = webhookEvents.nodes as { sequence: string }[];
      return nodes.length === KILLS * 10 && nodes;
    })
  ).map(({ sequence }) => sequence);
  const done = await eventually(async () => {
    const consumer = (await consumersOf(gateway)).find(({ name }) => name === 'turns');
    return consumer?.lag === 0 && consumer;
  });
  expect(done.sequence).toBe(wanted.at(-1));
  // One whose worker was killed between its ack and its word is acked without one; none is told twice, or late.
  const told = acked();
  expect(told).toEqual([...told].sort((a, b) => Number(a.split('.')[1]) - Number(b.split('.')[1])));
  expect(new Set(told).size).toBe(told.length);
  expect(wanted.filter((sequence) => !told.includes(sequence)).length).toBeLessThanOrEqual(KILLS);
});
