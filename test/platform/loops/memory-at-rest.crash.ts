import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GatewayProcess } from '../../support/gateway-process.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { buildServer, TestProcess } from '../../support/process.ts';

/** Pause between two measurements, in which the process rests, in milliseconds. */
const PAUSE_MS = 5_000;
/** What a start leaves on the heap at least, in bytes. */
const SPARE_BYTES = 8 * 2 ** 20;

let world: OwnWorld;

beforeAll(async () => {
  [world] = await Promise.all([OwnWorld.make(), buildServer()]);
});
afterAll(async () => {
  await TestProcess.endAll();
  await world.remove();
});

test('a gateway releases the memory of its start once it rests, and continues to serve', async () => {
  const gateway = await GatewayProcess.start(world.environment);
  const atStart = await heapBytes(gateway);
  while ((await heapBytes(gateway)) > atStart - SPARE_BYTES) await wait(PAUSE_MS);
  expect(await gateway.ask('{ webhookEventsCursor }')).toEqual({ webhookEventsCursor: expect.any(String) });
  expect(gateway.process.errors).toBe('');
});

async function heapBytes({ adminUrl }: GatewayProcess): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const [, bytes] = /^nodejs_heap_size_total_bytes (\d+)$/m.exec(text) ?? [];
  if (bytes === undefined) throw new Error('The size of the heap is not among the metrics.');
  return Number(bytes);
}
