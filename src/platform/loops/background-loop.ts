import type { FailingWork } from './failing-work.ts';
import { Pause } from './pause.ts';
import { Retries } from './retries.ts';

/**
 * Rest of a loop that is always woken up when there is something to do, in milliseconds. It polls only in case a
 * wake-up is missing.
 */
export const WOKEN_REST_MS = 600_000;
/** Shortest rest of a loop that polls for changes by other processes if there are none, in milliseconds. */
export const ALONE_REST_MS = 60_000;

/** Loops of a process rest until the same instants, in milliseconds: each time it wakes up costs CPU. */
const TICK_MS = 500;
/** Shortest rest that ends at such an instant, in milliseconds. */
const TICK_REST_MS_MIN = 10;

export interface BackgroundLoopOptions {
  readonly name: string;
  /** Does what is due. True: there may be more to do now. */
  readonly work: () => Promise<boolean>;
  /** Longest rest between two runs, in milliseconds; a function is called before each rest. A poke ends it. */
  readonly restMs: number | (() => number);
  /** Longest rest after a failed run, in milliseconds; by default the longest of `FailingWork`. */
  readonly retryRestMsMax?: number;
  /**
   * Shortest time between the starts of two runs, in milliseconds, unless the first reports that there is more. All
   * pokes meanwhile lead to one run. A poke after that time is not delayed.
   */
  readonly gapMs?: number | undefined;
  readonly failing: FailingWork;
}

/**
 * Runs a piece of work repeatedly, one run at a time: immediately when poked, otherwise after a rest. A failed run is
 * followed by a rest that no poke ends: whatever there is to do would fail as well.
 */
export class BackgroundLoop {
  private isStopped = false;
  private isPoked = false;
  private running: Promise<void> | undefined;
  private readonly rest = new Pause();
  private readonly gap = new Pause();
  private readonly retries: Retries;
  private readonly options: BackgroundLoopOptions;

  constructor(options: BackgroundLoopOptions) {
    this.options = options;
    const { name: loop, failing, retryRestMsMax: restMsMax } = options;
    this.retries = new Retries({ loop, failing, restMsMax });
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Wakes up the loop: there is something to do. Costs nothing if the loop is not running or already awake. */
  readonly poke = (): void => {
    this.isPoked = true;
    this.rest.end();
  };

  /** Stops the loop; resolves when the run in progress has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.poke();
    this.gap.end();
    this.retries.end();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      this.isPoked = false;
      const beganMs = performance.now();
      try {
        const hasMore = await this.options.work();
        this.retries.worked();
        if (hasMore) continue;
        await this.restUntilPoked();
        await this.keepGap(beganMs);
      } catch (error) {
        await this.retries.failed(error);
      }
    }
  }

  private async keepGap(beganMs: number): Promise<void> {
    const { gapMs = 0 } = this.options;
    const leftMs = beganMs + gapMs - performance.now();
    if (leftMs > 0 && !this.isStopped) await this.gap.take(leftMs);
  }

  private async restUntilPoked(): Promise<void> {
    const { restMs } = this.options;
    if (!this.isPoked && !this.isStopped)
      await this.rest.take(untilTick(typeof restMs === 'number' ? restMs : restMs()));
  }
}

/** Shortens a rest to the last instant in it at which other loops wake up too. */
function untilTick(restMs: number): number {
  const shortened = restMs - ((performance.now() + restMs) % TICK_MS);
  return shortened < TICK_REST_MS_MIN ? restMs : shortened;
}
