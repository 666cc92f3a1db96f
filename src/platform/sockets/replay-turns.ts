import { setImmediate as nextTurn } from 'node:timers/promises';

/** Pages that are read and shown at once: one waits for storage while the other is shown. */
const PAGES_AT_ONCE = 2;

/**
 * Turns of those who read pages behind the end of a log. They go round by partner, a few at once, with a turn of the
 * event loop before each: a hundred replays of one partner cost the others no more than a few do.
 */
export class ReplayTurns {
  private underWay = 0;
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Runs a step of a replay of `owner` when it is its turn. */
  async take<Result>(owner: string, step: () => Promise<Result>): Promise<Result> {
    if (this.underWay >= PAGES_AT_ONCE) await this.queue(owner);
    else this.underWay += 1;
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

  /** Gives the place to the partner that has waited longest since its last turn. */
  private pass(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.underWay -= 1;
      return;
    }
    const [owner, [first, ...others]] = next;
    this.waiting.delete(owner);
    if (others.length > 0) this.waiting.set(owner, others);
    first?.();
  }
}
