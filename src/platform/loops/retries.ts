import type { FailingWork, RetriedWork } from './failing-work.ts';
import { Pause } from './pause.ts';

/** First rest after a failure, in milliseconds; it doubles with each further failure. */
const FIRST_REST_MS = 250;
/** Largest jitter, as a fraction of the rest, so that processes that failed together do not retry together. */
const JITTER_MAX = 0.25;

export interface RetriesOptions {
  /** Name of the work in metrics, health responses and the log; several may share one. */
  readonly loop: string;
  readonly failing: FailingWork;
  /** Longest rest, in milliseconds: shorter than usual if a request is waiting. */
  readonly restMsMax?: number | undefined;
  /** False: the work depends on another server. */
  readonly usesDatabase?: boolean;
}

/** Retries of one piece of work with exponential backoff: each failure is reported and followed by a longer rest. */
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

  /** Reports a failed try. Resolves when it is time to retry. */
  async failed(error: unknown): Promise<void> {
    if (!this.isEnded) await this.rest.take(this.report(error));
  }

  /** Reports a failed try, and returns the rest that must follow, in milliseconds. */
  report(error: unknown): number {
    const { failing, restMsMax = Infinity } = this.options;
    const { longestMs, jitter } = failing.failed(this, error);
    const doubledMs = FIRST_REST_MS * 2 ** this.failures * (1 + JITTER_MAX * jitter);
    this.failures += 1;
    return Math.min(doubledMs, longestMs, restMsMax);
  }

  /** Reports a successful try. */
  worked(): void {
    if (this.failures === 0) return;
    this.failures = 0;
    this.options.failing.worked(this);
  }

  readonly again = (): void => {
    this.rest.end();
  };

  /** Ends the retries and releases those that wait. */
  end(): void {
    this.isEnded = true;
    this.rest.end();
    this.options.failing.ended(this);
  }
}
