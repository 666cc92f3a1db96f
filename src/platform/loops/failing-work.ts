import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isOutOfReach } from '../database/database-failure.ts';
import { describeError, type Logger } from '../observability/logger.ts';
import type { Metrics, Readings } from '../observability/metrics.ts';

/** Longest rest before a retry, in milliseconds. */
const REST_MS_MAX = 60_000;
/**
 * Longest rest of the one that probes for all others whether the database is reachable again, in milliseconds: all work
 * of the gateway must resume within 5 s.
 */
const PROBE_REST_MS_MAX = 1_000;
/** Shortest time between two log lines about one loop, in milliseconds: a failure after the longest rest is logged. */
const LOGGED_AGAIN_MS = REST_MS_MAX - 1_000;
/** Resolution of the jitter. */
const JITTER_STEPS = 1_000;

/** Work that is retried when it fails. */
export interface RetriedWork {
  /** Its name in metrics, health responses and the log. */
  readonly loop: string;
  /** Whether it waits for the database if that is unreachable; some work waits for another server. */
  readonly usesDatabase: boolean;
  /** Ends its rest: a retry is likely to succeed. */
  again(): void;
}

/** A failing loop, as operators see it. */
export interface FailingLoop {
  readonly loop: string;
  /** Its first failure since it last worked, in RFC 3339. */
  readonly since: string;
  readonly failures: number;
}

interface Failing {
  readonly since: Date;
  failures: number;
  /** Whether the failure has been logged. */
  isLogged: boolean;
  readonly works: Set<RetriedWork>;
}

interface LastLine {
  readonly at: number;
  /** Failures since that line. */
  failures: number;
}

export interface FailingWorkOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/**
 * Tracks the background work of this process that fails. A loop is logged when it starts to fail, once a minute while
 * it does, and when it has recovered; a loop that alternates between the two is not logged more often.
 */
export class FailingWork {
  private readonly failing = new Map<string, Failing>();
  private readonly lastLines = new Map<string, LastLine>();
  /** Work that waits until the database is reachable; the first in the set probes. */
  private readonly waiting = new Set<RetriedWork>();
  private readonly options: FailingWorkOptions;

  constructor(options: FailingWorkOptions) {
    this.options = options;
    options.metrics.failingLoops(() => this.readSeconds());
  }

  /** The loops that are failing now. */
  get loops(): readonly FailingLoop[] {
    return [...this.failing].map(([loop, { since, failures }]) => ({ loop, since: since.toISOString(), failures }));
  }

  /** Registers a loop in the metrics, without failures so far. */
  expect(loop: string): void {
    this.options.metrics.loopFailed(loop, 0);
  }

  /** @returns the longest rest that may follow, in milliseconds, and a random number from 0 to 1 for its jitter */
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
    if (ended?.isLogged === true) {
      const { since, failures } = ended;
      this.options.logger.info({ loop, since, failures }, 'a background loop recovered');
    }
    // If one reached the database, so can the others.
    if (wasWaiting) for (const other of this.waiting) other.again();
  }

  /** Forgets work that will not be retried. */
  ended(work: RetriedWork): void {
    this.leave(work);
    this.forget(work);
  }

  /** Ends the wait for the database; if the work was the probe, the next one probes immediately. */
  private leave(work: RetriedWork): void {
    const [probe] = this.waiting;
    this.waiting.delete(work);
    const [next] = this.waiting;
    if (probe === work) next?.again();
  }

  private count(work: RetriedWork, error: unknown): void {
    const { loop } = work;
    const now = this.options.clock.now();
    const failing = this.failing.get(loop) ?? { since: now, failures: 0, isLogged: false, works: new Set() };
    this.failing.set(loop, failing);
    failing.works.add(work);
    failing.failures += 1;
    const last = this.lastLines.get(loop) ?? { at: -Infinity, failures: 0 };
    last.failures += 1;
    const sinceLine = now.getTime() - last.at;
    // If the clock was set back, the last line is ahead of it and does not count.
    if (sinceLine >= 0 && sinceLine < LOGGED_AGAIN_MS) return;
    this.lastLines.set(loop, { at: now.getTime(), failures: 0 });
    failing.isLogged = true;
    const { logger } = this.options;
    const described = describeError(error);
    if (last.failures === 1) logger.warn({ loop, error: described }, 'a background loop failed');
    else
      logger.warn(
        { loop, since: failing.since, failures: last.failures, error: described },
        'a background loop still fails',
      );
  }

  /** Returns the record of the loop and removes it, if no other work fails under its name. */
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
