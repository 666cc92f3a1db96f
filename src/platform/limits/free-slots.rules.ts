/**
 * Returns how much more of a shared resource an owner may take: it must leave at least as much free as it holds. An
 * owner that takes its maximum leaves half to the next, which in turn leaves half of that.
 */
export function shareOf({ free, taken }: { readonly free: number; readonly taken: number }): number {
  return Math.max(0, Math.floor((free - taken + 1) / 2));
}

/** Most items of one claim: as many as one statement and one transaction should handle. */
const CLAIM_MAX = 256;

/** Slots for calls or other work that a process may still begin, and those that each partner occupies. */
export interface FreeSlots {
  readonly free: number;
  readonly takenBy: ReadonlyMap<string, number>;
}

/** No calls may begin. */
export const NO_SLOTS: FreeSlots = { free: 0, takenBy: new Map() };

/** Returns how many more slots a partner may take. */
export function slotsOf(partnerId: string, { free, takenBy }: FreeSlots): number {
  return shareOf({ free, taken: takenBy.get(partnerId) ?? 0 });
}

/** Returns the partners that get no slot until some of their own work has ended. */
export function partnersWithoutSlots(slots: FreeSlots): readonly string[] {
  return [...slots.takenBy.keys()].filter((partnerId) => slotsOf(partnerId, slots) === 0);
}

/** Returns the slots as they are once some of the work has ended. @param ended the partner of each item that ends */
export function slotsAfter({ free, takenBy }: FreeSlots, ended: readonly string[]): FreeSlots {
  const left = new Map(takenBy);
  for (const partnerId of ended) left.set(partnerId, (left.get(partnerId) ?? 0) - 1);
  return { free: free + ended.length, takenBy: left };
}

/** Returns the most that one claim may take of the free slots: half, in case everything that it takes hangs. */
export function claimOf(slots: number): number {
  return Math.min(CLAIM_MAX, shareOf({ free: slots, taken: 0 }));
}
