import { setTimeout as wait } from 'node:timers/promises';

/** Longest wait for a turn, in milliseconds: less than the lease of a delivery exceeds the timeout of its call. */
const TURN_MS = 2_000;

/** Does what is alike one after the other; what waits for too long no longer waits. */
export class Turns<Item> {
  private readonly last = new Map<string, Promise<void>>();
  private readonly kindOf: (item: Item) => string;

  constructor(kindOf: (item: Item) => string) {
    this.kindOf = kindOf;
  }

  /** @param work never rejects */
  take(item: Item, work: () => Promise<void>): Promise<void> {
    const kind = this.kindOf(item);
    const before = this.last.get(kind);
    const done =
      before === undefined ? work() : Promise.race([before, wait(TURN_MS, undefined, { ref: false })]).then(work);
    this.last.set(kind, done);
    return done;
  }
}
