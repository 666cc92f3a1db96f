import { setImmediate as nextTurn } from 'node:timers/promises';

/** Pages that are read and shown concurrently: one waits for storage while the other is shown. */
const PAGES_AT_ONCE = 2;

/**
 * Turns of readers that have not reached the end of a log: round-robin over partners, a few concurrently, with a turn
 * of the event loop after each. A hundred replays of one partner cost the others no more than a few do.
 */
export class ReplayTurns {
  private inFlight = 0;
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Runs a step of a replay of `owner` when its turn comes. */
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
      const own = this.waiting.get(owner);
      if (own === undefined) this.waiting.set(owner, [resolve]);
      else own.push(resolve);
    });
  }

  /** Passes the turn to the partner that has waited longest since its last one. */
  private pass(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.inFlight -= 1;
      return;
    }
    const [owner, [first, ...others]] = next;
    this.waiting.delete(owner);
    if (others.length > 0) this.waiting.set(owner, others);
    first?.();
  }
}
