import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import { statement, type SqlValue, type Statement } from '../database/statement.ts';

/** How many operations a partner may run in so many seconds. */
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

type Limiter = Pick<RateLimiterMemory, 'consume'>;

/** What this process has drawn from a shared bucket and not handed out yet. */
interface Share {
  left: number;
  /** What others may still draw. */
  readonly elsewhere: number;
  /** On the monotonic clock, in milliseconds. */
  readonly endsAt: number;
}

/** A process draws this part of a bucket at once, so that most operations need no statement to be counted. */
const SHARES_PER_BUCKET = 20;
/** Longest wait for the database, in milliseconds; then the process counts for itself. */
const STORE_TIMEOUT_MS = 500;

/**
 * Counts the operations of partners in windows of fixed length. Processes share what they grant by drawing from one
 * bucket: together they never grant more than the limit, and less only by what one has drawn and not used when the
 * others have nothing left.
 */
export class PartnerRates {
  private readonly shares = new Map<string, Share>();
  private readonly draws = new Map<string, Promise<void>>();
  private readonly limiter: Limiter;
  private readonly sharePoints: number;

  constructor(limiter: Limiter, { requests }: RateLimit) {
    this.limiter = limiter;
    this.sharePoints = Math.max(1, Math.floor(requests / SHARES_PER_BUCKET));
  }

  /** Takes one operation out of a partner's bucket, if there is one left. */
  async take(partnerId: string, bucket: Bucket): Promise<Taken> {
    const key = `${bucket}:${partnerId}`;
    for (;;) {
      const share = this.current(key);
      if (share !== undefined && (share.left > 0 || share.elsewhere === 0)) return spend(share);
      await this.draw(key, share);
    }
  }

  private current(key: string): Share | undefined {
    const share = this.shares.get(key);
    return share !== undefined && performance.now() < share.endsAt ? share : undefined;
  }

  /** Those who wait for the same bucket wait for one draw. */
  private draw(key: string, share: Share | undefined): Promise<void> {
    let draw = this.draws.get(key);
    if (draw === undefined) {
      const points = Math.min(this.sharePoints, share?.elsewhere ?? this.sharePoints);
      draw = this.consume(key, points).finally(() => this.draws.delete(key));
      this.draws.set(key, draw);
    }
    return draw;
  }

  private async consume(key: string, points: number): Promise<void> {
    try {
      const { remainingPoints, msBeforeNext } = await this.limiter.consume(key, points);
      this.shares.set(key, { left: points, elsewhere: remainingPoints, endsAt: performance.now() + msBeforeNext });
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      this.shares.set(key, { left: 0, elsewhere: 0, endsAt: performance.now() + refused.msBeforeNext });
    }
  }
}

function spend(share: Share): Taken {
  const isGranted = share.left > 0;
  if (isGranted) share.left -= 1;
  const resetSeconds = Math.max(1, Math.ceil((share.endsAt - performance.now()) / 1_000));
  return { isGranted, remaining: share.left + share.elsewhere, resetSeconds };
}

/** Buckets of a process that has the database to itself. */
export function ownRates(limit: RateLimit): PartnerRates {
  return new PartnerRates(memoryLimiter(limit), limit);
}

/** Buckets that all processes on the database share. While it is out of reach each counts for itself. */
export function sharedRates(limit: RateLimit, database: Database): PartnerRates {
  const stored = new RateLimiterPostgres({
    points: limit.requests,
    duration: limit.seconds,
    storeClient: { query: queryOn(database) },
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
  readonly values: readonly SqlValue[];
}

/** The limiter's own statements, prepared like all others. */
function queryOn(database: Database) {
  const statements = new Map<string, Statement>();
  return async ({ name, text, values }: LimiterQuery) => {
    const known = statements.get(text) ?? statement(name, text);
    statements.set(text, known);
    const rows = await database.run<object>(known, values);
    return { rows, rowCount: rows.length };
  };
}
