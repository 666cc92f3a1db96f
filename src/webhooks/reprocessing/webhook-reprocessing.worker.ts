import { BackgroundLoop, WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import type { FailingWork } from '../../platform/loops/failing-work.ts';
import { WorkApart } from '../../platform/loops/work-apart.ts';
import type { ReprocessDependencies } from './reprocess-webhook-messages.ts';
import { FailedReprocessing, FIND_UNFINISHED, runReprocessing } from './run-reprocessing.ts';

/** Its name in metrics, health and the log. */
const LOOP = 'webhook-reprocessing';
/** A partner whose batch took longer than this, in milliseconds, no longer takes turns with others. */
const SLOW_MS = 1_000;

export interface ReprocessingWorkerOptions extends ReprocessDependencies {
  readonly failing: FailingWork;
}

/**
 * Runs the reprocessings of all partners in turns. Those of partners whose batches fail or are slow run apart, until
 * such a partner has none left.
 */
export class WebhookReprocessingWorker {
  /** Reprocessings that have failed, by partner, the one that failed last at the end. */
  private readonly failed = new Map<string, Set<string>>();
  private readonly options: ReprocessingWorkerOptions;
  private readonly loop: BackgroundLoop;
  private readonly apart: WorkApart;

  constructor(options: ReprocessingWorkerOptions) {
    this.options = options;
    const { failing } = options;
    const together = () => this.runTogether();
    this.loop = new BackgroundLoop({ name: LOOP, work: together, restMs: WOKEN_REST_MS, failing });
    this.apart = new WorkApart({ name: LOOP, failing, work: (partnerId) => this.runApart(partnerId) });
  }

  start(): void {
    this.loop.start();
    this.apart.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.loop.stop(), this.apart.stop()]);
  }

  readonly poke = (): void => {
    this.loop.poke();
  };

  private async runTogether(): Promise<boolean> {
    const beganMs = performance.now();
    try {
      const taken = await runReprocessing(this.options, { except: this.apart.keys });
      if (taken !== undefined && performance.now() - beganMs > SLOW_MS) this.apart.add(taken.partnerId);
      return taken !== undefined;
    } catch (error) {
      if (!(error instanceof FailedReprocessing)) throw error;
      this.apart.failed(error.partnerId, error);
      this.note(error);
      return true;
    }
  }

  private async runApart(partnerId: string): Promise<number> {
    const failed = [...(this.failed.get(partnerId) ?? [])];
    try {
      const taken = await runReprocessing(this.options, { partnerId, failed });
      return taken === undefined ? await this.restOrLeave(partnerId) : 0;
    } catch (error) {
      if (error instanceof FailedReprocessing) this.note(error);
      throw error;
    }
  }

  /** What is left is being run by other workers: a partner stays apart until nothing is. */
  private async restOrLeave(partnerId: string): Promise<number> {
    const left = await this.options.database.run(FIND_UNFINISHED, [partnerId]);
    if (left.length > 0) return SLOW_MS;
    this.failed.delete(partnerId);
    this.apart.leave(partnerId);
    this.loop.poke();
    return 0;
  }

  private note({ partnerId, id }: FailedReprocessing): void {
    const failed = this.failed.get(partnerId) ?? new Set();
    failed.delete(id);
    this.failed.set(partnerId, failed.add(id));
  }
}
