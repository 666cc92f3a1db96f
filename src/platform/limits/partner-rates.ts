/**
 * Limits how much a partner can ask for, and shares what there is.
 * @packageDocumentation
 */

import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../database/database.ts';
import { statement, statementLike } from '../statements/statement.ts';
import { BudgetName, type BudgetLeft } from './budget.ts';

/** How many requests a partner may make in `seconds`: a query counts once, a mutation once per root field. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** Mutations are counted separately, so that they are never refused because of too many reads. */
export type Bucket = 'read' | 'mutation';

/** What is left of a bucket. */
export interface Allowance {
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number;
}

export interface Taken extends Allowance {
  readonly isGranted: boolean;
}

type Limiter = Pick<RateLimiterMemory, 'consume' | 'get'>;

/** What this process has drawn from a shared bucket and not granted yet. */
interface Share {
  left: number;
  /** What is left in the shared bucket for any process to draw. */
  readonly elsewhere: number;
  /** On the monotonic clock, in milliseconds. */
  readonly endsAt: number;
}

/** The share of a process that has not drawn from the window yet. */
const NOTHING_DRAWN = { left: 0, elsewhere: Number.POSITIVE_INFINITY };
/** A process draws a bucket in this many parts, so that most requests are counted without a statement. */
const SHARES_PER_BUCKET = 20;
/** Longest wait for the database, in milliseconds; after that the process counts for itself. */
const STORE_TIMEOUT_MS = 500;

/**
 * Counts the requests of partners in windows of fixed length. Processes draw their shares from one bucket: together
 * they never grant more than the limit, and they grant less only by what one process has drawn and not used when the
 * others have nothing left.
 */
export class PartnerRates {
  private readonly shares = new Map<string, Share>();
  private readonly draws = new Map<string, Promise<void>>();
  private readonly limiter: Limiter;
  private readonly limit: number;
  private readonly windowMs: number;
  private readonly sharePoints: number;

  constructor(limiter: Limiter, { requests, seconds }: RateLimit) {
    this.limiter = limiter;
    this.limit = requests;
    this.windowMs = seconds * 1_000;
    this.sharePoints = Math.max(1, Math.floor(requests / SHARES_PER_BUCKET));
  }

  /** Takes `count` requests out of a partner's bucket, all or none; synchronously unless it must draw first. */
  take(partnerId: string, bucket: Bucket, count: number): Taken | Promise<Taken> {
    const key = `${bucket}:${partnerId}`;
    const share = this.current(key);
    return share !== undefined && (share.left >= count || share.left + share.elsewhere < count)
      ? spend(share, count)
      : this.draw(key, count, share).then(() => this.take(partnerId, bucket, count));
  }

  /** Returns requests that were taken and granted, unless their window has ended. */
  giveBack(partnerId: string, bucket: Bucket, count: number): void {
    const share = this.current(`${bucket}:${partnerId}`);
    if (share !== undefined) share.left += count;
  }

  /** Returns what this process could still grant: what it has drawn, and what no process has drawn. */
  async left(partnerId: string): Promise<readonly BudgetLeft[]> {
    return Promise.all([
      this.leftOf(`read:${partnerId}`, BudgetName.READS),
      this.leftOf(`mutation:${partnerId}`, BudgetName.MUTATIONS),
    ]);
  }

  private async leftOf(key: string, name: BudgetName): Promise<BudgetLeft> {
    const window = await this.limiter.get(key);
    if (window === null) return { name, limit: this.limit, remaining: this.limit, resetSeconds: 0 };
    const remaining = Math.max(0, window.remainingPoints) + (this.current(key)?.left ?? 0);
    return { name, limit: this.limit, remaining, resetSeconds: resetOf(Math.min(window.msBeforeNext, this.windowMs)) };
  }

  private current(key: string): Share | undefined {
    const share = this.shares.get(key);
    return share !== undefined && performance.now() < share.endsAt ? share : undefined;
  }

  /** Concurrent requests that need the same bucket share one draw. */
  private draw(key: string, count: number, { left, elsewhere } = NOTHING_DRAWN): Promise<void> {
    let draw = this.draws.get(key);
    if (draw === undefined) {
      const points = Math.min(Math.max(this.sharePoints, count - left), elsewhere, this.limit);
      draw = this.consume(key, points).finally(() => this.draws.delete(key));
      this.draws.set(key, draw);
    }
    return draw;
  }

  private async consume(key: string, points: number): Promise<void> {
    try {
      const { remainingPoints, msBeforeNext } = await this.limiter.consume(key, points);
      this.drawn(key, { left: points, elsewhere: remainingPoints, endsAt: this.endOf(msBeforeNext) });
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      this.drawn(key, { left: 0, elsewhere: 0, endsAt: this.endOf(refused.msBeforeNext) });
    }
  }

  /** On the monotonic clock. If the limiter's clock was set back since the window began, this prolongs no window. */
  private endOf(msBeforeNext: number): number {
    return performance.now() + Math.min(msBeforeNext, this.windowMs);
  }

  /** Adds the draw to what is left of an earlier one in the same window. */
  private drawn(key: string, share: Share): void {
    this.shares.set(key, { ...share, left: share.left + (this.current(key)?.left ?? 0) });
  }
}

function spend(share: Share, count: number): Taken {
  const isGranted = share.left >= count;
  if (isGranted) share.left -= count;
  const resetSeconds = Math.max(1, Math.ceil((share.endsAt - performance.now()) / 1_000));
  return { isGranted, remaining: share.left + share.elsewhere, resetSeconds };
}

function resetOf(leftMs: number): number {
  return Math.max(0, Math.ceil(leftMs / 1_000));
}

/** Creates the buckets of a process that has the database to itself. */
export function ownRates(limit: RateLimit): PartnerRates {
  return new PartnerRates(memoryLimiter(limit), limit);
}

/** The database and the clock that processes share. */
interface SharedStore {
  readonly database: Database;
  readonly clock: Clock;
}

/** Most that the clocks of processes on one database may differ, in milliseconds: far more than they do. */
const APART_MS_MAX = 1_000;

/** Deletes a window that ends later than any that begins now: the clock was set back since. */
const FORGET_LATER_WINDOW = statement(
  'forget_later_window',
  'delete from rate_limit where key = $1 and expire > $2 returning points, expire',
  { writes: 'lock' },
);

/** Creates buckets that all processes on the database share. While it is unreachable, each counts for itself. */
export function sharedRates(limit: RateLimit, store: SharedStore): PartnerRates {
  const stored = new RateLimiterPostgres({
    points: limit.requests,
    duration: limit.seconds,
    storeClient: { query: queryOn(store, limit.seconds * 1_000) },
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: '',
    insuranceLimiter: memoryLimiter(limit),
  });
  return new PartnerRates(new RLWrapperTimeouts({ limiter: stored, timeoutMs: STORE_TIMEOUT_MS }), limit);
}

function memoryLimiter({ requests, seconds }: RateLimit): RateLimiterMemory {
  return new RateLimiterMemory({ points: requests, duration: seconds, keyPrefix: '' });
}

interface LimiterQuery {
  readonly name: string;
  readonly text: string;
  /** To consume: key, points, end of the window, and now. To read: key and now. */
  readonly values: readonly [string, number, number, number] | readonly [string, number];
}

/**
 * Runs the limiter's own statements, prepared like all others. The limiter uses the machine's clock, by which a window
 * would end earlier or later for one process than for another: its times are converted to the shared clock for storage.
 * If that clock was set back, a window that would last too long is deleted.
 */
function queryOn({ database, clock }: SharedStore, windowMs: number) {
  return async ({ name, text, values }: LimiterQuery) => {
    const known = statementLike(FORGET_LATER_WINDOW, { name, text });
    const [key, ...numbers] = values;
    const [points, endsAt, machineNow] = numbers.length === 1 ? [undefined, undefined, ...numbers] : numbers;
    const now = clock.now().getTime();
    const aheadMs = now - machineNow;
    const shared = points === undefined ? [key, now] : [key, points, endsAt + aheadMs, now];
    const latest = now + windowMs + APART_MS_MAX;
    let rows = await database.run(known, shared);
    if (rows.some(({ expire }) => Number(expire) > latest)) {
      await database.run(FORGET_LATER_WINDOW, [key, latest]);
      rows = await database.run(known, shared);
    }
    return { rows: rows.map((row) => ({ ...row, expire: Number(row.expire) - aheadMs })), rowCount: rows.length };
  };
}
