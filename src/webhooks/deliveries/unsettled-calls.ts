import type { Clock } from '../../kernel/clock.ts';
import type { FailingWork } from '../../platform/loops/failing-work.ts';
import { WorkApart } from '../../platform/loops/work-apart.ts';
import type { ClaimedDelivery } from './claim.rules.ts';
import type { CallResult } from './settled-call.rules.ts';

/** Longest rest between two tries, in milliseconds: calls must be dropped soon after their lease expires. */
const RETRY_REST_MS_MAX = 5_000;

export interface UnsettledCallsOptions {
  readonly clock: Clock;
  readonly failing: FailingWork;
  /** Settles calls of one configuration. */
  readonly settle: (results: readonly CallResult[]) => Promise<unknown>;
  /** They are no longer settled: once its lease has expired, a message is claimed again. */
  readonly givenUp: (calls: readonly ClaimedDelivery[]) => void;
}

/**
 * Calls that cannot be settled for a reason specific to their configuration. They are retried separately from all
 * others, with increasing delays, until their leases expire.
 */
export class UnsettledCalls {
  private readonly byConfiguration = new Map<string, readonly CallResult[]>();
  private readonly options: UnsettledCallsOptions;
  private readonly apart: WorkApart;

  constructor(options: UnsettledCallsOptions) {
    this.options = options;
    const work = (id: string) => this.settle(id);
    const { failing } = options;
    this.apart = new WorkApart({ name: 'webhook-settlements', failing, work, restMsMax: RETRY_REST_MS_MAX });
  }

  start(): void {
    this.apart.start();
  }

  /** Stops after the current try, and drops the remaining calls. */
  async stop(): Promise<void> {
    await this.apart.stop();
    for (const id of this.byConfiguration.keys()) this.giveUp(id, () => true);
  }

  /** Checks whether calls of its configuration are unsettled: it would fail like them. */
  hasLikesOf({ delivery }: CallResult): boolean {
    return this.byConfiguration.has(delivery.configurationId);
  }

  put(results: readonly CallResult[]): void {
    for (const [id, added] of Map.groupBy(results, ({ delivery }) => delivery.configurationId)) {
      this.byConfiguration.set(id, [...(this.byConfiguration.get(id) ?? []), ...added]);
      this.apart.add(id);
    }
  }

  private async settle(id: string): Promise<number> {
    const now = this.options.clock.now();
    this.giveUp(id, ({ delivery }) => delivery.leaseUntil <= now);
    const results = this.byConfiguration.get(id);
    if (results === undefined) return 0;
    try {
      await this.options.settle(results);
    } catch (cause) {
      throw new Error(`Calls of the configuration ${id} cannot be settled.`, { cause });
    }
    this.remove(id, new Set(results));
    return 0;
  }

  private giveUp(id: string, isGivenUp: (result: CallResult) => boolean): void {
    const givenUp = new Set((this.byConfiguration.get(id) ?? []).filter(isGivenUp));
    this.remove(id, givenUp);
    this.options.givenUp([...givenUp].map(({ delivery }) => delivery));
  }

  /** Others may have been added meanwhile. */
  private remove(id: string, gone: ReadonlySet<CallResult>): void {
    const left = (this.byConfiguration.get(id) ?? []).filter((result) => !gone.has(result));
    this.byConfiguration.set(id, left);
    if (left.length > 0) return;
    this.byConfiguration.delete(id);
    this.apart.leave(id);
  }
}
