import { setTimeout as wait } from 'node:timers/promises';
import { queryObjects } from 'node:v8';

/** How many objects of a class this process still holds; what is garbage is collected first, which takes a second. */
export function heldObjects(kind: abstract new (...args: never[]) => object): number {
  return queryObjects(kind, { format: 'count' });
}

/** Rest between two counts, in milliseconds: nothing else has a turn while objects are counted. */
const REST_MS = 1_000;

/** Waits until this process holds fewer than `count` of them; fails after the timeout of the test. */
export async function heldFewerThan(count: number, kind: abstract new (...args: never[]) => object): Promise<void> {
  while (heldObjects(kind) >= count) await wait(REST_MS);
}
