import { FairShares } from '../limits/fair-shares.ts';
import { RoundRobin } from '../loops/round-robin.ts';

/** What works for all partners, under a name that no partner has: it may use all that is free. */
export const BANK = '(bank)';

/**
 * Decides who gets a connection of the pool. A partner may use half of those that all others leave free, so that its
 * slow statements never take the last one. What waits gets one in turns of partners.
 */
export class ConnectionShares {
  private readonly shares: FairShares;
  private readonly queue = new RoundRobin<() => void>();
  private readonly waitMsMax: number;
  waiting = 0;
  /** How many of those that wait do so because their partner uses its share. */
  beyondShare = 0;

  /** @param waitMsMax longest wait for a connection, in milliseconds */
  constructor(connections: number, waitMsMax: number) {
    this.shares = new FairShares(connections);
    this.waitMsMax = waitMsMax;
  }

  /**
   * Enters an owner, which must leave; undefined: it has entered already.
   * @throws Error, an outage, when none has become free in time
   */
  enter(owner: string): Promise<void> | undefined {
    if (!this.mayEnter(owner)) return this.wait(owner);
    this.shares.take(owner, 1);
    return undefined;
  }

  leave(owner: string): void {
    this.shares.give(owner, 1);
    while (this.shares.free > 0) {
      const next = this.queue.take(this.mayEnter);
      if (next === undefined) return;
      next();
    }
  }

  private readonly mayEnter = (owner: string): boolean =>
    owner === BANK ? this.shares.free > 0 : this.shares.mayTake(owner, 1);

  private wait(owner: string): Promise<void> {
    const isBeyondShare = this.shares.free > 0;
    const change = (by: 1 | -1) => {
      this.waiting += by;
      if (isBeyondShare) this.beyondShare += by;
    };
    change(1);
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(tooLate);
        change(-1);
        this.shares.take(owner, 1);
        resolve();
      };
      const tooLate = setTimeout(() => {
        change(-1);
        this.queue.remove(owner, begin);
        // As the driver says it, which makes it an outage.
        reject(new Error('timeout exceeded when trying to connect: the connections that it may use are in use'));
      }, this.waitMsMax);
      this.queue.put(owner, begin);
    });
  }
}
