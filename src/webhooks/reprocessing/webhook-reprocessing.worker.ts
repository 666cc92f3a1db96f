import { isOutOfReach } from '../../platform/database/database-failure.ts';
import { BackgroundLoop, WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import type { FailingWork } from '../../platform/loops/failing-work.ts';
import { Retries } from '../../platform/loops/retries.ts';
import type { ReprocessDependencies } from './reprocess-webhook-messages.ts';
import { FailedReprocessing, FIND_UNFINISHED, runReprocessing } from './run-reprocessing.ts';

/** Its name in metrics, health and the log. */
const LOOP = 'webhook-reprocessing';
/** A partner whose batch took longer than this, in milliseconds, no longer takes turns with others. */
const SLOW_MS = 1_000;

/** A partner with a reprocessing that failed or was slow: until it has none left, all of its own run separately. */
interface ApartPartner {
  readonly partnerId: string;
  readonly retries: Retries;
  /** Reprocessings that have failed, the one that failed last at the end. */
  readonly failed: Set<string>;
  /** Time of the next try, by `performance.now()`. */
  dueMs: number;
}

export interface ReprocessingWorkerOptions extends ReprocessDependencies {
  readonly failing: FailingWork;
}

/**
 * Runs the reprocessings of all partners in turns. Partners whose batches fail or are slow take turns only with each
 * other, and after a failure rest for longer each time: they delay no others.
 */
export class WebhookReprocessingWorker {
  private readonly apart = new Map<string, ApartPartner>();
  private readonly options: ReprocessingWorkerOptions;
  private readonly loop: BackgroundLoop;
  private readonly apartLoop: BackgroundLoop;

  constructor(options: ReprocessingWorkerOptions) {
    this.options = options;
    const { failing } = options;
    const work = () => this.runTogether();
    this.loop = new BackgroundLoop({ name: LOOP, work, restMs: WOKEN_REST_MS, failing });
    this.apartLoop = new BackgroundLoop({
      name: LOOP,
      work: () => this.runApart(),
      restMs: () => Math.max(0, Math.min(WOKEN_REST_MS, ...this.all.map(({ dueMs }) => dueMs - performance.now()))),
      failing,
    });
  }

  start(): void {
    this.loop.start();
    this.apartLoop.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.loop.stop(), this.apartLoop.stop()]);
    for (const { retries } of this.all) retries.end();
  }

  readonly poke = (): void => {
    this.loop.poke();
  };

  private get all(): readonly ApartPartner[] {
    return [...this.apart.values()];
  }

  private async runTogether(): Promise<boolean> {
    const beganMs = performance.now();
    try {
      const taken = await runReprocessing(this.options, { except: [...this.apart.keys()] });
      if (taken !== undefined && performance.now() - beganMs > SLOW_MS) this.setApart(taken.partnerId);
      return taken !== undefined;
    } catch (error) {
      this.rest(error);
      return true;
    }
  }

  /** Returns whether there may be more immediately. */
  private async runApart(): Promise<boolean> {
    const due = this.all.filter(({ dueMs }) => dueMs <= performance.now());
    for (const partner of due)
      await this.runOf(partner).catch((error: unknown) => {
        this.rest(error);
      });
    return due.length > 0;
  }

  private async runOf(partner: ApartPartner): Promise<void> {
    const { partnerId, retries, failed } = partner;
    const taken = await runReprocessing(this.options, { partnerId, failed: [...failed] });
    // Another one says nothing about those that have failed.
    if (taken !== undefined && failed.has(taken.id)) retries.worked();
    if (taken === undefined) await this.restOrLeave(partner);
  }

  /** What is left is being run by other workers: a partner stays apart until nothing is. */
  private async restOrLeave(partner: ApartPartner): Promise<void> {
    const { partnerId, retries } = partner;
    const left = await this.options.database.run(FIND_UNFINISHED, [partnerId]);
    partner.dueMs = performance.now() + SLOW_MS;
    if (left.length > 0) return;
    retries.worked();
    this.apart.delete(partnerId);
    this.loop.poke();
  }

  private setApart(partnerId: string): ApartPartner {
    const { failing } = this.options;
    const retries = new Retries({ loop: LOOP, failing });
    const partner = this.apart.get(partnerId) ?? { partnerId, retries, failed: new Set(), dueMs: 0 };
    this.apart.set(partnerId, partner);
    this.apartLoop.poke();
    return partner;
  }

  /** Lets a partner rest after a failure; throws if it is not the fault of any partner. */
  private rest(error: unknown): void {
    if (!(error instanceof FailedReprocessing) || isOutOfReach(error)) throw error;
    const partner = this.setApart(error.partnerId);
    partner.failed.delete(error.id);
    partner.failed.add(error.id);
    partner.dueMs = performance.now() + partner.retries.report(error);
  }
}
