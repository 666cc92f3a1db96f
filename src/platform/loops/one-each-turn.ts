import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * For work that blocks the event loop for a millisecond or more: one piece runs per turn of the loop, first in, first
 * out, and other work runs in between.
 */
export class OneEachTurn {
  private last: Promise<unknown> = Promise.resolve();

  /** Resolves in a turn in which no other has resolved: immediately, if none is waiting. */
  take(): Promise<unknown> {
    const mine = this.last;
    this.last = mine.then(() => nextTurn());
    return mine;
  }
}
