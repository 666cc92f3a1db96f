import { setTimeout as wait } from 'node:timers/promises';

/** How often a stop checks whether anything is still in flight, in milliseconds. */
const POLL_MS = 20;

/**
 * Counts requests and operations from their arrival to their end, even if the client no longer waits for the response:
 * one whose client has disconnected may be about to change something.
 */
export class InFlight {
  private count = 0;

  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.count += 1;
    try {
      return await work();
    } finally {
      this.count -= 1;
    }
  }

  /** Waits until all have ended, at most until an instant of the monotonic clock (`performance.now()`). */
  async ended(latestMs: number): Promise<void> {
    while (this.count > 0 && performance.now() < latestMs) await wait(POLL_MS);
  }
}
