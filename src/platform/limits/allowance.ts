import { FixedWindow } from './fixed-window.ts';
import type { RateLimit } from './partner-rates.ts';

/** Longest pause, in milliseconds (ours): a socket that is not served for longer seems dead. */
const REST_MS_MAX = 5_000;

/** Limits work that cannot be refused, but can be done later: reading frames, and showing live events. */
export class Allowance {
  private readonly window: FixedWindow | undefined;

  /**
   * @param rate rate limit of a partner; undefined: no limit
   * @param perRequest how much of the work is allowed for each request of the rate
   */
  constructor(rate: RateLimit | undefined, perRequest: number) {
    this.window = rate && new FixedWindow({ ...rate, requests: rate.requests * perRequest });
  }

  /** Counts work, and returns how long to wait before more of it is done, in milliseconds. */
  take(owner: string, amount: number): number {
    if (this.window === undefined) return 0;
    const isUsedUp = this.window.isFull(owner);
    this.window.count(owner, amount);
    return isUsedUp ? Math.min(REST_MS_MAX, this.window.secondsLeft * 1_000) : 0;
  }
}
