import { FairShares } from '../../platform/limits/fair-shares.ts';
import type { ClaimedDelivery } from './claim.rules.ts';
import type { FreeSlots } from './free-slots.rules.ts';

/** The calls that a process has in flight, and those that it may have: its memory and sockets are bounded by them. */
export class CallSlots {
  private readonly shares: FairShares;

  constructor(max: number) {
    this.shares = new FairShares(max);
  }

  get areAllFree(): boolean {
    return this.shares.isUnused;
  }

  /** What is free once `leaving` have left. */
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
