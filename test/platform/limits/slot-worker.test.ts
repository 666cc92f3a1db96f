import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { SlotWorker } from '../../../src/platform/limits/slot-worker.ts';
import { reportingLoops } from '../../../src/platform/loops/loops.ts';
import { failingWork } from '../../support/failing-work.ts';
import { eventually } from '../../support/gateway.ts';

/** How often the failing partner has an item that is due, and for how long, in milliseconds. */
const [DUE_MS, FAILING_MS] = [50, 5_500];

let worker: SlotWorker<{ readonly partnerId: string }> | undefined;
let pokes: NodeJS.Timeout | undefined;

afterEach(async () => {
  clearInterval(pokes);
  await worker?.stop();
});

test('work of a partner that fails again and again is reported, and delays that of no other', async () => {
  const failing = failingWork();
  const due: string[] = [];
  const performed: string[] = [];
  worker = new SlotWorker(reportingLoops(failing), {
    name: 'work',
    failing,
    max: 20,
    claim: () => Promise.resolve(due.splice(0).map((partnerId) => ({ partnerId }))),
    perform({ partnerId }) {
      if (partnerId === 'A') return Promise.reject(new Error('It cannot be done.'));
      performed.push(partnerId);
      return Promise.resolve();
    },
  });
  const { poke } = worker;
  worker.start();
  pokes = setInterval(() => {
    due.push('A');
    poke();
  }, DUE_MS);
  await wait(FAILING_MS);
  expect(failing.loops).toMatchObject([{ loop: 'work' }]);
  const beganAt = performance.now();
  due.push('B');
  poke();
  await eventually(() => Promise.resolve(performed.length === 1));
  expect(performance.now() - beganAt).toBeLessThan(1_000);
});
