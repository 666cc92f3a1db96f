import type { Clock } from '../../kernel/clock.ts';
import { ALONE_REST_MS, BackgroundLoop } from './background-loop.ts';
import type { Database } from '../database/database.ts';
import type { RowOf } from '../statements/compiled.ts';
import { statement, statementLike, type SqlValue, type Statement } from '../statements/statement.ts';
import type { FailingWork } from './failing-work.ts';
import type { Readings } from '../observability/metrics.ts';

/** When each of some work is due, in seconds; Infinity if none is pending. Which work exists depends on settings. */
const FIND_DUE = statement('find_due_work', inSecondsOf([]));

function inSecondsOf(earliest: readonly string[]): string {
  const columns = earliest.map(
    (query) => `coalesce(extract(epoch from (${query}) - $1::timestamptz)::float8, 'infinity')`,
  );
  return `select array[${columns.join(', ')}]::float8[] as "inSeconds"`;
}

/** Longest rest between two polls, in milliseconds: the delay of work whose wake-up was lost. */
const REST_MS = 500;
/** Longest rest while polling fails, in milliseconds: each try wakes up all loops, which would be late by this. */
const RETRY_REST_MS_MAX = 1_000;

/** Work that is found to be due by a query. */
interface DueWork {
  /** Name of the loop that does it. */
  readonly name: string;
  readonly loop: Pick<BackgroundLoop, 'poke'>;
  /** A query for the instant at which the earliest is due, one timestamptz; `$1` is now. Null: nothing is pending. */
  readonly earliest: string;
}

export interface DueWorkWatchOptions {
  /** Name of its loop and of its statement. */
  readonly name: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly failing: FailingWork;
  readonly works: readonly DueWork[];
  /** Longest rest between two polls, in milliseconds. */
  readonly lookMs?: number | undefined;
}

/**
 * Polls for due work of all kinds with one statement, and wakes up the loops that do it. It rests until the earliest is
 * due, but at most `lookMs`, in case a wake-up was lost.
 */
export class DueWorkWatch {
  private readonly loop: BackgroundLoop;
  private readonly find: Statement<RowOf<typeof FIND_DUE>, readonly SqlValue[]>;
  private readonly options: DueWorkWatchOptions;
  /** Statements that the database had run at the last poll. */
  private usesSeen: number | undefined;
  private lookedAt = -Infinity;
  /** In how many seconds each kind of work was due at the last poll. */
  private inSeconds: readonly (number | null)[] = [];
  /** When the earliest work is due, by the clock. */
  private dueAt = -Infinity;

  constructor(options: DueWorkWatchOptions) {
    this.options = options;
    const { name, failing, works } = options;
    // Processes of one release may have other settings.
    const find = `find_${name.replaceAll('-', '_')}_of_${works.length}`;
    this.find = statementLike(FIND_DUE, { name: find, text: inSecondsOf(works.map(({ earliest }) => earliest)) });
    const rests = { restMs: () => this.restMs(), retryRestMsMax: RETRY_REST_MS_MAX };
    this.loop = new BackgroundLoop({ name, work: () => this.look(), ...rests, failing });
  }

  /** For how long work has been due, in seconds, by the name of its loop, as of the last poll. */
  get overdueSeconds(): Readings {
    const seconds = this.inSeconds.map((inSeconds) => Math.max(0, -(inSeconds ?? 0)));
    return Object.fromEntries(this.options.works.map(({ name }, nth) => [name, seconds[nth] ?? 0]));
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async look(): Promise<boolean> {
    const { database, clock, works } = this.options;
    const usesBefore = database.uses;
    const now = clock.now();
    if (usesBefore !== undefined && this.isAllKnown(usesBefore, now)) return false;
    try {
      const [row] = await database.run(this.find, [now.toISOString()]);
      this.schedule(row?.inSeconds ?? [], now);
    } catch (error) {
      // Each loop finds out for itself what is due: if one query fails, the others must not be late.
      for (const { loop } of works) loop.poke();
      throw error;
    }
    // The poll itself was one.
    this.usesSeen = usesBefore === undefined ? undefined : usesBefore + 1;
    this.lookedAt = performance.now();
    return false;
  }

  /** Checks whether nothing can have become due since the last poll. */
  private isAllKnown(uses: number, now: Date): boolean {
    return uses === this.usesSeen && now.getTime() < this.dueAt && performance.now() < this.lookedAt + ALONE_REST_MS;
  }

  private schedule(inSeconds: readonly number[], now: Date): void {
    this.inSeconds = inSeconds;
    this.dueAt = now.getTime() + Math.min(...inSeconds) * 1_000;
    for (const [nth, { loop }] of this.options.works.entries()) if ((inSeconds[nth] ?? Infinity) <= 0) loop.poke();
  }

  /** Work that is due and cannot be done yet is polled again after a rest. */
  private restMs(): number {
    const { clock, lookMs = REST_MS } = this.options;
    const leftMs = this.dueAt - clock.now().getTime();
    return leftMs > 0 ? Math.min(leftMs, lookMs) : lookMs;
  }
}
