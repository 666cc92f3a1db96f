import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../database/database.ts';
import { statement, type SqlValue, type Statement } from '../statements/statement.ts';
import { BudgetName, type BudgetLeft } from './budget.ts';

/** How many requests a partner may make in so many seconds: each query is one, and each root field of a mutation. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** Mutations are counted apart, so that reading too much never stands in the way of them. */
export type Bucket = 'read' | 'mutation';

/** What is left of a bucket. */
export interface Allowance {
  readonly remaining: number;
  /** Until the bucket is full again. */
  readonly resetSeconds: number;
}

export interface Taken extends Allowance {
  readonly isGranted: boolean;
}

type Limiter = Pick<RateLimiterMemory, 'consume' | 'get'>;

/** What this process has drawn from a shared bucket and not handed out yet. */
interface Share {
  left: number;
  /** What others may still draw. */
  readonly elsewhere: number;
  /** On the monotonic clock, in milliseconds. */
  readonly endsAt: number;
}

/** What a process has of a window in which it has not drawn yet. */
const NOTHING_DRAWN = { left: 0, elsewhere: Number.POSITIVE_INFINITY };
/** A process draws this part of a bucket at once, so that most requests need no statement to be counted. */
const SHARES_PER_BUCKET = 20;
/** Longest wait for the database, in milliseconds; then the process counts for itself. */
const STORE_TIMEOUT_MS = 500;

/**
 * Counts the requests of partners in windows of fixed length. Processes share what they grant by drawing from one
 * bucket: together they never grant more than the limit, and less only by what one has drawn and not used when the
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

  /** Takes `count` requests out of a partner's bucket, all or none; at once where nothing is to be drawn. */
  take(partnerId: string, bucket: Bucket, count: number): Taken | Promise<Taken> {
    const key = `${bucket}:${partnerId}`;
    const share = this.current(key);
    return share !== undefined && (share.left >= count || share.left + share.elsewhere < count)
      ? spend(share, count)
      : this.draw(key, count, share).then(() => this.take(partnerId, bucket, count));
  }

  /** What this process could still grant: what it has drawn, and what nobody has. */
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

  /** Those who wait for the same bucket wait for one draw. */
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

  /** By the monotonic clock. The limiter's may have been set back since the window began: none lasts longer for it. */
  private endOf(msBeforeNext: number): number {
    return performance.now() + Math.min(msBeforeNext, this.windowMs);
  }

  /** Adds to what is left of an earlier draw in the same window. */
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

/** Buckets of a process that has the database to itself. */
export function ownRates(limit: RateLimit): PartnerRates {
  return new PartnerRates(memoryLimiter(limit), limit);
}

/** Where processes share their buckets, and the time that they share. */
interface SharedStore {
  readonly database: Database;
  readonly clock: Clock;
}

/** How far the clocks of processes on one database may be apart, in milliseconds: far more than they are. */
const APART_MS_MAX = 1_000;

/** A window that ends later than any that begins now: the clock was set back since. */
const FORGET_LATER_WINDOW = statement('forget_later_window', 'delete from rate_limit where key = $1 and expire > $2');

/** Buckets that all processes on the database share. While it is out of reach each counts for itself. */
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
  /** To consume: key, points, when the window ends, and now. To look: key and now. */
  readonly values: readonly [SqlValue, number, number, number] | readonly [SqlValue, number];
}

interface WindowRow {
  readonly points: number;
  readonly expire: string;
}

/**
 * The limiter's own statement, prepared like all others. It knows the machine's clock, by which a window would end
 * earlier or later for one process than for another: what is stored is in the time that they share. Should that have been
 * set back, no window lasts until it has caught up.
 */
function queryOn({ database, clock }: SharedStore, windowMs: number) {
  const statements = new Map<string, Statement<WindowRow, readonly SqlValue[]>>();
  return async ({ name, text, values }: LimiterQuery) => {
    const known = statements.get(text) ?? statement<WindowRow>(name, text);
    statements.set(text, known);
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
