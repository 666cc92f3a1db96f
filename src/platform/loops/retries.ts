import type { FailingWork, RetriedWork } from './failing-work.ts';
import { Pause } from './pause.ts';

/** First rest after a failure, in milliseconds; it doubles with each that follows. */
const FIRST_REST_MS = 250;
/** What is added to a rest at most, as a part of it, so that processes that failed together do not try together. */
const JITTER_MAX = 0.25;

export interface RetriesOptions {
  /** Name of the work in metrics, in health and in the log; several may share one. */
  readonly loop: string;
  readonly failing: FailingWork;
  /** Longest rest, in milliseconds: shorter than usual where a request waits. */
  readonly restMsMax?: number | undefined;
  /** False: it has to do with another server. */
  readonly usesDatabase?: boolean;
}

/** The tries of one piece of work: each failure is reported and followed by a longer delay, up to a minute. */
export class Retries implements RetriedWork {
  private failures = 0;
  private isEnded = false;
  private readonly rest = new Pause();
  private readonly options: RetriesOptions;

  constructor(options: RetriesOptions) {
    this.options = options;
    options.failing.expect(options.loop);
  }

  get loop(): string {
    return this.options.loop;
  }

  get usesDatabase(): boolean {
    return this.options.usesDatabase ?? true;
  }

  /** A try has failed. It is time for the next one when this ends. */
  async failed(error: unknown): Promise<void> {
    if (!this.isEnded) await this.rest.take(this.tell(error));
  }

  /** Tells that a try has failed; gives the rest that is to follow, in milliseconds. */
  tell(error: unknown): number {
    const { failing, restMsMax = Infinity } = this.options;
    const { longestMs, jitter } = failing.failed(this, error);
    const doubledMs = FIRST_REST_MS * 2 ** this.failures * (1 + JITTER_MAX * jitter);
    this.failures += 1;
    return Math.min(doubledMs, longestMs, restMsMax);
  }

  /** A try has succeeded. */
  worked(): void {
    if (this.failures === 0) return;
    this.failures = 0;
    this.options.failing.worked(this);
  }

  readonly again = (): void => {
    this.rest.end();
  };

  /** There will be no more tries; those that wait are released. */
  end(): void {
    this.isEnded = true;
    this.rest.end();
    this.options.failing.ended(this);
  }
}
