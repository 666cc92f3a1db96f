import { setImmediate as nextTurn } from 'node:timers/promises';
import { RoundRobin } from '../loops/round-robin.ts';

/** Pages that are read or shown concurrently: one waits for storage while the other is shown. */
const PAGES_AT_ONCE = 2;

/**
 * Turns of readers of a log: round-robin over partners, a few concurrently, with a turn of the event loop after each. A
 * hundred replays, or views of an event, of one partner cost the others no more than a few do.
 */
export class PageTurns {
  private inFlight = 0;
  private readonly waiting = new RoundRobin<() => void>();

  /** Runs a step of `owner` when its turn comes. */
  async take<Result>(owner: string, step: () => Promise<Result>): Promise<Result> {
    if (this.inFlight >= PAGES_AT_ONCE) await this.queue(owner);
    else this.inFlight += 1;
    try {
      return await step();
    } finally {
      await nextTurn();
      this.pass();
    }
  }

  private queue(owner: string): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.put(owner, resolve);
    });
  }

  /** Passes the turn to the partner that has waited longest since its last one. */
  private pass(): void {
    const next = this.waiting.take();
    if (next === undefined) this.inFlight -= 1;
    else next();
  }
}
