import { describeError, type Logger } from './observability/logger.ts';

export interface BackgroundLoopOptions {
  readonly name: string;
  /** Does what is due. True: there may be more at once. */
  readonly work: () => Promise<boolean>;
  /** Longest rest between two runs, in milliseconds; a poke ends it. */
  readonly restMs: number;
  readonly logger: Logger;
}

/**
 * Runs a piece of work again and again, one run at a time: at once when poked, else after a rest. A failed run is
 * logged and tried again after the rest.
 */
export class BackgroundLoop {
  private isStopped = false;
  private isPoked = false;
  private endRest: (() => void) | undefined;
  private running: Promise<void> | undefined;
  private readonly options: BackgroundLoopOptions;

  constructor(options: BackgroundLoopOptions) {
    this.options = options;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** There is something to do. Costs nothing when the loop is not running or already awake. */
  readonly poke = (): void => {
    this.isPoked = true;
    this.endRest?.();
  };

  /** Ends after the run in progress. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.poke();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      this.isPoked = false;
      const hasMore = await this.runOnce();
      if (!hasMore) await this.rest();
    }
  }

  private async runOnce(): Promise<boolean> {
    try {
      return await this.options.work();
    } catch (error) {
      this.options.logger.warn({ worker: this.options.name, error: describeError(error) }, 'a background run failed');
      return false;
    }
  }

  private async rest(): Promise<void> {
    if (this.isPoked || this.isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.options.restMs);
      this.endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.endRest = undefined;
  }
}
