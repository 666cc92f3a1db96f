import { RoundRobin } from './round-robin.ts';

/**
 * For work that blocks the event loop for a millisecond or more: one piece runs per turn of the loop, in rounds of its
 * owners, and other work runs in between.
 */
export class OneEachTurn {
  private readonly waiting = new RoundRobin<() => void>();
  private isTaken = false;

  /** Resolves in a turn in which no other resolves: immediately, if none is waiting. */
  take(owner = ''): Promise<void> {
    if (this.isTaken) {
      return new Promise((resolve) => {
        this.waiting.put(owner, resolve);
      });
    }
    this.isTaken = true;
    setImmediate(this.pass);
    return Promise.resolve();
  }

  private readonly pass = (): void => {
    const next = this.waiting.take();
    this.isTaken = next !== undefined;
    if (next === undefined) return;
    setImmediate(this.pass);
    next();
  };
}
