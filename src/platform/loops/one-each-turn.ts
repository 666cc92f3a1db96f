import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * For work that keeps the event loop busy for a millisecond and more: one piece of it is done in each turn of the loop,
 * in the order in which it was asked for, and what others wait for is done between them.
 */
export class OneEachTurn {
  private last: Promise<unknown> = Promise.resolve();

  /** Ends in a turn in which no other has ended: at once, when nobody waits. */
  take(): Promise<unknown> {
    const mine = this.last;
    this.last = mine.then(() => nextTurn());
    return mine;
  }
}
