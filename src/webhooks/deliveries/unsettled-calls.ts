import type { Clock } from '../../kernel/clock.ts';
import { BackgroundLoop, WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import type { FailingWork } from '../../platform/loops/failing-work.ts';
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
  private readonly byConfiguration = new Map<string, CallResult[]>();
  private readonly options: UnsettledCallsOptions;
  private readonly loop: BackgroundLoop;

  constructor(options: UnsettledCallsOptions) {
    this.options = options;
    const { failing } = options;
    const work = () => this.settle();
    const rests = { restMs: WOKEN_REST_MS, retryRestMsMax: RETRY_REST_MS_MAX };
    this.loop = new BackgroundLoop({ name: 'webhook-settlements', work, ...rests, failing });
  }

  start(): void {
    this.loop.start();
  }

  /** Stops after the current try, and drops the remaining calls. */
  async stop(): Promise<void> {
    await this.loop.stop();
    this.giveUp(() => true);
  }

  /** Checks whether calls of its configuration are unsettled: it would fail like them. */
  hasLikesOf({ delivery }: CallResult): boolean {
    return this.byConfiguration.has(delivery.configurationId);
  }

  put(results: readonly CallResult[]): void {
    for (const [id, added] of Map.groupBy(results, ({ delivery }) => delivery.configurationId))
      this.byConfiguration.set(id, [...(this.byConfiguration.get(id) ?? []), ...added]);
    if (results.length > 0) this.loop.poke();
  }

  private async settle(): Promise<boolean> {
    const now = this.options.clock.now();
    this.giveUp(({ delivery }) => delivery.leaseUntil <= now);
    const failures: Error[] = [];
    for (const [id, results] of [...this.byConfiguration]) {
      try {
        await this.options.settle(results);
        this.remove(id, new Set(results));
      } catch (cause) {
        failures.push(new Error(`Calls of the configuration ${id} cannot be settled.`, { cause }));
      }
    }
    const [failure] = failures;
    if (failure !== undefined) throw failure;
    return false;
  }

  private giveUp(isGivenUp: (result: CallResult) => boolean): void {
    for (const [id, results] of [...this.byConfiguration]) {
      const givenUp = new Set(results.filter(isGivenUp));
      this.remove(id, givenUp);
      this.options.givenUp([...givenUp].map(({ delivery }) => delivery));
    }
  }

  /** Others may have been added meanwhile. */
  private remove(id: string, gone: ReadonlySet<CallResult>): void {
    const left = (this.byConfiguration.get(id) ?? []).filter((result) => !gone.has(result));
    if (left.length > 0) this.byConfiguration.set(id, left);
    else this.byConfiguration.delete(id);
  }
}
