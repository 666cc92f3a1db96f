import { setTimeout as wait } from 'node:timers/promises';
import { queryObjects } from 'node:v8';

/** Counts the objects of a class that this process still holds, after a garbage collection, which takes a second. */
export function heldObjects(kind: abstract new (...args: never[]) => object): number {
  return queryObjects(kind, { format: 'count' });
}

/** Pause between two counts, in milliseconds: counting blocks the process. */
const REST_MS = 1_000;

/** Waits until this process holds fewer than `count` of them; fails after the timeout of the test. */
export async function heldFewerThan(count: number, kind: abstract new (...args: never[]) => object): Promise<void> {
  while (heldObjects(kind) >= count) await wait(REST_MS);
}
