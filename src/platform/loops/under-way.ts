import { setTimeout as wait } from 'node:timers/promises';

/** How often what is under way is counted while a stop waits for it, in milliseconds. */
const POLL_MS = 20;

/**
 * Counts requests and operations from their arrival to their end, whether or not anybody still waits for the answer: one
 * whose client has hung up may be about to change something.
 */
export class UnderWay {
  private count = 0;

  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.count += 1;
    try {
      return await work();
    } finally {
      this.count -= 1;
    }
  }

  /** Waits until all has ended, at most until an instant of the monotonic clock (`performance.now()`). */
  async ended(latestMs: number): Promise<void> {
    while (this.count > 0 && performance.now() < latestMs) await wait(POLL_MS);
  }
}
