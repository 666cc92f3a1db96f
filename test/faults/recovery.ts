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

/** How much memory a process may take in addition while nothing of its work ends, in kB. */
export const MEMORY_GROWTH_KB_MAX = 150_000;

/** Longest wait for anything, in milliseconds: whatever takes longer does not come. */
const PATIENCE_MS = 60_000;
/** Rest before it is looked again, in milliseconds; it grows, so that who waits does not add to what is waited for. */
const POLL_MS = 20;
const POLL_MS_MAX = 300;

/** Waits until `look` gives true. */
export async function until(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (let restMs = POLL_MS; !(await look()); restMs = Math.min(2 * restMs, POLL_MS_MAX)) {
    if (performance.now() > end) throw new Error(`In a minute it did not come to pass that ${what}.`);
    await wait(restMs);
  }
}

/** Waits until a pocket is acknowledged that is asked for from now on. */
export async function writesAgain({ estate, load }: Scene): Promise<void> {
  await until('a pocket is made again', () => load.create(randomUUID(), estate.anyApi));
}
