import type { Clock } from '../../kernel/clock.ts';
import type { Database } from './database.ts';
import { followClock, STEP_SECONDS_MIN, type ShortenWaits } from './set-back-clock.ts';

/**
 * With the embedded database, where this process watches the clock itself: how long each check notes the time after the
 * start or a step, and the shortest time between later notes, in milliseconds. Those serve only the next start.
 */
const NOTED_AGAIN_MS = 60_000;

export interface ClockFollowerOptions {
  readonly database: Database;
  readonly waits: readonly ShortenWaits[];
  readonly clock: Clock;
  /** A monotonic clock, in milliseconds. */
  readonly monotonic?: () => number;
}

/**
 * Follows the clock of the database, check by check. If that is the clock of this machine, a check costs nothing as
 * long as the clock runs normally: it is compared with the monotonic clock.
 */
export class ClockFollower {
  private readonly database: Database;
  private readonly waits: readonly ShortenWaits[];
  private readonly clock: Clock;
  private readonly monotonic: () => number;
  /** By the monotonic clock, in milliseconds. */
  private steppedAt: number;
  private notedAt = -Infinity;
  private aheadMs = Infinity;

  constructor({ database, waits, clock, monotonic = () => performance.now() }: ClockFollowerOptions) {
    this.database = database;
    this.waits = waits;
    this.clock = clock;
    this.monotonic = monotonic;
    this.steppedAt = monotonic();
  }

  /** @returns by how many seconds waits were shortened */
  async follow(): Promise<number> {
    if (this.database.isEmbedded && !this.isToBeNoted(this.monotonic())) return 0;
    const seconds = await followClock(this.database, this.waits);
    this.notedAt = this.monotonic();
    return seconds;
  }

  private isToBeNoted(now: number): boolean {
    const aheadMs = this.clock.now().getTime() - now;
    if (aheadMs < this.aheadMs - STEP_SECONDS_MIN * 1_000) this.steppedAt = now;
    this.aheadMs = aheadMs;
    return now - this.steppedAt < NOTED_AGAIN_MS || now - this.notedAt >= NOTED_AGAIN_MS;
  }
}
