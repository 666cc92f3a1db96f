import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Scene } from './fault.ts';

/** Figures of the reliability page, in milliseconds. */
export const WRITES_AGAIN_MS_MAX = 5_000;
export const START_MS_MAX = 5_000;
export const PGLITE_START_MS_MAX = 10_000;
export const ANSWER_MS_MAX = 6_000;
export const POOL_RECOVERY_MS_MAX = 3_000;
export const READY_MS_MAX = 5_000;
export const FAILOVER_MS_MAX = 10_000;
export const NOT_READY_WITHIN_MS = 5_000;
export const REFUSAL_MS_MAX = 2_000;

/** How much the memory of a process may grow while it cannot finish any work, in kB. */
export const MEMORY_GROWTH_KB_MAX = 150_000;

/** Timeout of any wait, in milliseconds. */
const PATIENCE_MS = 60_000;
/** Interval between two polls, in milliseconds; it grows, so that polling does not slow down what it waits for. */
const POLL_MS = 20;
const POLL_MS_MAX = 300;

/** Waits until `look` returns true. */
export async function until(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (let restMs = POLL_MS; !(await look()); restMs = Math.min(2 * restMs, POLL_MS_MAX)) {
    if (performance.now() > end) throw new Error(`In a minute it did not come to pass that ${what}.`);
    await wait(restMs);
  }
}

/** Waits until a pocket that is requested from now on is acknowledged. */
export async function writesAgain({ estate, load }: Scene): Promise<void> {
  await until('a pocket is made again', () => load.create(randomUUID(), estate.anyApi));
}
