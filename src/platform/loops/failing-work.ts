import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isOutOfReach } from '../database/database-failure.ts';
import { describeError, type Logger } from '../observability/logger.ts';
import type { Metrics, Readings } from '../observability/metrics.ts';

/** Longest rest between two tries of work that fails, in milliseconds. */
const REST_MS_MAX = 60_000;
/**
 * Longest rest of the one that finds out for all others whether the database can be reached again, in milliseconds: the
 * gateway is to do all its work again within 5 s.
 */
const PROBE_REST_MS_MAX = 1_000;
/** Lines about one loop are so far apart, in milliseconds: a failure after the longest rest always has its line. */
const TOLD_AGAIN_MS = REST_MS_MAX - 1_000;
/** Steps in which jitter is drawn. */
const JITTER_STEPS = 1_000;

/** Work that is tried again when it fails. */
export interface RetriedWork {
  /** Its name in metrics, in health and in the log. */
  readonly loop: string;
  /** Whether it waits for the database when that cannot be reached; some wait for another server. */
  readonly usesDatabase: boolean;
  /** Ends its rest: there is reason to believe that a try will succeed. */
  again(): void;
}

/** A loop that fails, for the operator of the gateway. */
export interface FailingLoop {
  readonly loop: string;
  /** Its first failure since it last worked, by RFC 3339. */
  readonly since: string;
  readonly failures: number;
}

interface Failing {
  readonly since: Date;
  failures: number;
  /** Whether the log says that it fails. */
  isTold: boolean;
  readonly works: Set<RetriedWork>;
}

interface LastLine {
  readonly at: number;
  /** Failures since. */
  failures: number;
}

export interface FailingWorkOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/**
 * What fails in the background of this process. A loop has a line when it begins to fail, one in a minute while it does,
 * and one when it works again; one that fails and works by turns has no more than that.
 */
export class FailingWork {
  private readonly failing = new Map<string, Failing>();
  private readonly lastLines = new Map<string, LastLine>();
  /** Those that wait for the database to be reached; the first of them finds out. */
  private readonly waiting = new Set<RetriedWork>();
  private readonly options: FailingWorkOptions;

  constructor(options: FailingWorkOptions) {
    this.options = options;
    options.metrics.failingLoops(() => this.readSeconds());
  }

  /** The loops that fail now. */
  get loops(): readonly FailingLoop[] {
    return [...this.failing].map(([loop, { since, failures }]) => ({ loop, since: since.toISOString(), failures }));
  }

  /** There is such a loop, which has not failed so far. */
  expect(loop: string): void {
    this.options.metrics.loopFailed(loop, 0);
  }

  /** @returns the longest rest that may follow, in milliseconds, and a random number from 0 to 1 to lengthen it by */
  failed(work: RetriedWork, error: unknown): { readonly longestMs: number; readonly jitter: number } {
    const { metrics, random } = this.options;
    metrics.loopFailed(work.loop, 1);
    this.count(work, error);
    if (work.usesDatabase && isOutOfReach(error)) this.waiting.add(work);
    else this.leave(work);
    const [probe] = this.waiting;
    return {
      longestMs: probe === work ? PROBE_REST_MS_MAX : REST_MS_MAX,
      jitter: random.integer(0, JITTER_STEPS) / JITTER_STEPS,
    };
  }

  worked(work: RetriedWork): void {
    const { loop } = work;
    const wasWaiting = this.waiting.delete(work);
    const ended = this.forget(work);
    if (ended?.isTold === true) {
      const { since, failures } = ended;
      this.options.logger.info({ loop, since, failures }, 'a background loop recovered');
    }
    // Where one has reached the database, the others will.
    if (wasWaiting) for (const other of this.waiting) other.again();
  }

  /** It will not try again. */
  ended(work: RetriedWork): void {
    this.leave(work);
    this.forget(work);
  }

  /** Waits no more; if it was the one that finds out, the next one does so at once. */
  private leave(work: RetriedWork): void {
    const [probe] = this.waiting;
    this.waiting.delete(work);
    const [next] = this.waiting;
    if (probe === work) next?.again();
  }

  private count(work: RetriedWork, error: unknown): void {
    const { loop } = work;
    const now = this.options.clock.now();
    const failing = this.failing.get(loop) ?? { since: now, failures: 0, isTold: false, works: new Set() };
    this.failing.set(loop, failing);
    failing.works.add(work);
    failing.failures += 1;
    const last = this.lastLines.get(loop) ?? { at: -Infinity, failures: 0 };
    last.failures += 1;
    const sinceLine = now.getTime() - last.at;
    // A clock that was set back says nothing of a line that is ahead of it.
    if (sinceLine >= 0 && sinceLine < TOLD_AGAIN_MS) return;
    this.lastLines.set(loop, { at: now.getTime(), failures: 0 });
    failing.isTold = true;
    const { logger } = this.options;
    const described = describeError(error);
    if (last.failures === 1) logger.warn({ loop, error: described }, 'a background loop failed');
    else
      logger.warn(
        { loop, since: failing.since, failures: last.failures, error: described },
        'a background loop still fails',
      );
  }

  /** What is known of the loop, if nobody fails any more under its name. */
  private forget(work: RetriedWork): Failing | undefined {
    const failing = this.failing.get(work.loop);
    if (failing?.works.delete(work) !== true || failing.works.size > 0) return undefined;
    this.failing.delete(work.loop);
    return failing;
  }

  private readSeconds(): Readings {
    const now = this.options.clock.now().getTime();
    return Object.fromEntries(
      [...this.failing].map(([loop, { since }]) => [loop, Math.max(0, now - since.getTime()) / 1_000]),
    );
  }
}
