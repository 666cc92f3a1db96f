import { FairShares } from '../../platform/limits/fair-shares.ts';
import type { ClaimedDelivery } from './claim.rules.ts';
import type { FreeSlots } from '../../platform/limits/free-slots.rules.ts';

/** The calls that a process has in flight, and their maximum, which bounds its memory and sockets. */
export class CallSlots {
  private readonly shares: FairShares;

  constructor(max: number) {
    this.shares = new FairShares(max);
  }

  get areAllFree(): boolean {
    return this.shares.isUnused;
  }

  /** Returns the slots that are free without `leaving`. */
  freeWithout(leaving: readonly ClaimedDelivery[]): FreeSlots {
    const takenBy = new Map(this.shares.takenBy);
    for (const { partnerId } of leaving) takenBy.set(partnerId, (takenBy.get(partnerId) ?? 0) - 1);
    return { free: this.shares.free + leaving.length, takenBy };
  }

  take(deliveries: readonly ClaimedDelivery[]): void {
    for (const { partnerId } of deliveries) this.shares.take(partnerId, 1);
  }

  leave(deliveries: readonly ClaimedDelivery[]): void {
    for (const { partnerId } of deliveries) this.shares.give(partnerId, 1);
  }
}
