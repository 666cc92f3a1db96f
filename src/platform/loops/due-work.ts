import type { Clock } from '../../kernel/clock.ts';
import { BackgroundLoop } from './background-loop.ts';
import type { Database } from '../database/database.ts';
import { statement, type SqlValue, type Statement } from '../statements/statement.ts';
import type { FailingWork } from './failing-work.ts';

/** Longest rest between two looks, in milliseconds: how late work is whose wake-up was lost. */
const REST_MS = 500;
/**
 * Longest rest where only this process has the database open, in milliseconds: it counts every statement that could make
 * something due. It looks by itself only should that be wrong.
 */
const ALONE_REST_MS = 60_000;
/** Longest rest while it cannot be looked, in milliseconds: all loops are woken at each try, and would be late by it. */
const RETRY_REST_MS_MAX = 1_000;

/** Work that storage says is due. */
interface DueWork {
  readonly loop: Pick<BackgroundLoop, 'poke'>;
  /** A query for the instant, one timestamptz, when the earliest of it is due; `$1` is now. None: nothing is. */
  readonly earliest: string;
}

export interface DueWorkWatchOptions {
  /** Of its loop, and of its statement. */
  readonly name: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly failing: FailingWork;
  readonly works: readonly DueWork[];
}

/**
 * Looks for work that is due with one statement for all of it, and wakes the loops that do it. It rests until the
 * earliest is due, and no longer than a wake-up may be lost for.
 */
export class DueWorkWatch {
  private readonly loop: BackgroundLoop;
  private readonly find: Statement<{ inSeconds: readonly (number | null)[] }, readonly SqlValue[]>;
  private readonly options: DueWorkWatchOptions;
  /** Statements that had been run in the database when it was looked at last. */
  private usesSeen: number | undefined;
  private lookedAt = -Infinity;
  /** When the earliest work is due, by the clock. */
  private dueAt = -Infinity;

  constructor(options: DueWorkWatchOptions) {
    this.options = options;
    const { name, failing, works } = options;
    const columns = works.map(({ earliest }) => `extract(epoch from (${earliest}) - $1::timestamptz)::float8`);
    // Which work there is depends on settings: several processes of one program may differ.
    const find = `find_${name.replaceAll('-', '_')}_of_${works.length}`;
    this.find = statement(find, `select array[${columns.join(', ')}] as "inSeconds"`);
    const rests = { restMs: () => this.restMs(), retryRestMsMax: RETRY_REST_MS_MAX };
    this.loop = new BackgroundLoop({ name, work: () => this.look(), ...rests, failing });
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
      this.tell(row?.inSeconds ?? [], now);
    } catch (error) {
      // Each finds out for itself what is due: that is not a reason to be late that one of them cannot be asked.
      for (const { loop } of works) loop.poke();
      throw error;
    }
    // The look itself was one.
    this.usesSeen = usesBefore === undefined ? undefined : usesBefore + 1;
    this.lookedAt = performance.now();
    return false;
  }

  /** Whether nothing can have become due since the last look. */
  private isAllKnown(uses: number, now: Date): boolean {
    return uses === this.usesSeen && now.getTime() < this.dueAt && performance.now() < this.lookedAt + ALONE_REST_MS;
  }

  private tell(inSeconds: readonly (number | null)[], now: Date): void {
    const earliest = inSeconds.map((seconds) => seconds ?? Infinity);
    this.dueAt = now.getTime() + Math.min(...earliest) * 1_000;
    for (const [nth, { loop }] of this.options.works.entries()) if ((earliest[nth] ?? Infinity) <= 0) loop.poke();
  }

  /** What is due and cannot be done yet is looked at again after a rest. */
  private restMs(): number {
    const leftMs = this.dueAt - this.options.clock.now().getTime();
    return leftMs > 0 ? Math.min(leftMs, REST_MS) : REST_MS;
  }
}
