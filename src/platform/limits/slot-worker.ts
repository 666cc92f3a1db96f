import { isOutOfReach } from '../database/database-failure.ts';
import type { FailingWork } from '../loops/failing-work.ts';
import { Retries } from '../loops/retries.ts';
import { WOKEN_REST_MS, type BackgroundLoop } from '../loops/background-loop.ts';
import type { MakeLoop, Worker } from '../loops/loops.ts';
import { FairShares } from './fair-shares.ts';
import { claimOf, slotsOf } from './free-slots.rules.ts';

/** How many more slots each partner with work in flight may take, for `dueInShares`. */
export interface HeldSlots {
  readonly holding: readonly string[];
  readonly slots: readonly number[];
}

/** Work of partners that becomes due. */
export interface SlotWork<Taken extends { readonly partnerId: string }> {
  /** Name of its loop. */
  readonly name: string;
  /** Most items that a process has in flight; a partner has at most half of them. */
  readonly max: number;
  /** Claims due items: at most `most`, and of no partner more than its slots. Each is leased to the caller. */
  readonly claim: (most: number, held: HeldSlots) => Promise<readonly Taken[]>;
  readonly perform: (taken: Taken) => Promise<void>;
  /** Is notified of items that fail. */
  readonly failing: FailingWork;
}

/**
 * Claims and performs due work in a bounded number of slots. Each item that ends frees its slot immediately. A partner
 * has no more than its share, so that one whose calls hang does not delay the others.
 */
export class SlotWorker<Taken extends { readonly partnerId: string }> implements Worker {
  private readonly slots: FairShares;
  private readonly inFlight = new Set<Promise<void>>();
  /** Failures of items that could not reach the database. */
  private readonly outages: Error[] = [];
  /** Reports failures of other items: none of them is a reason to rest. */
  private readonly retries: Retries;
  private readonly loop: BackgroundLoop;
  private readonly work: SlotWork<Taken>;

  constructor(makeLoop: MakeLoop, work: SlotWork<Taken>) {
    this.work = work;
    this.slots = new FairShares(work.max);
    this.retries = new Retries({ loop: work.name, failing: work.failing });
    this.loop = makeLoop(work.name, WOKEN_REST_MS, () => this.takeUp());
  }

  start(): void {
    this.loop.start();
  }

  /** Wakes up the loop: there may be something due. */
  readonly poke = (): void => {
    this.loop.poke();
  };

  /** Claims nothing more, and waits for what is in flight: no call takes longer than its timeout. */
  async stop(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.inFlight);
    this.retries.end();
  }

  /** @returns whether more may be due now */
  private async takeUp(): Promise<boolean> {
    const most = claimOf(this.slots.free);
    const taken = most === 0 ? [] : await this.work.claim(most, this.heldSlots());
    for (const one of taken) this.begin(one);
    // A failure of the loop, after due work has been claimed: all items wait for the database.
    const [outage] = this.outages.splice(0);
    if (outage !== undefined) throw outage;
    return taken.length > 0 && taken.length === most;
  }

  private heldSlots(): HeldSlots {
    const holding = [...this.slots.takenBy.keys()];
    return { holding, slots: holding.map((partnerId) => slotsOf(partnerId, this.slots)) };
  }

  private begin(taken: Taken): void {
    this.slots.take(taken.partnerId, 1);
    const performed = this.perform(taken).finally(() => {
      this.slots.give(taken.partnerId, 1);
      this.inFlight.delete(performed);
      this.loop.poke();
    });
    this.inFlight.add(performed);
  }

  /** An item that fails does not delay the others: its lease expires, and it is claimed again. */
  private async perform(taken: Taken): Promise<void> {
    try {
      await this.work.perform(taken);
      this.retries.worked();
    } catch (error) {
      if (isOutOfReach(error)) this.outages.push(error instanceof Error ? error : new Error(String(error)));
      else this.retries.report(error);
    }
  }
}
