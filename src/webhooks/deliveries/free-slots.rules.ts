import { shareOf } from '../../kernel/fair-share.ts';

/** Calls that are taken out of the queue in one claim at most: what one statement and one transaction may take. */
const CLAIM_MAX = 256;

/** Calls that a process may begin, and those that each partner has in flight there. */
export interface FreeSlots {
  readonly free: number;
  readonly takenBy: ReadonlyMap<string, number>;
}

/** Nobody may call anything. */
export const NO_SLOTS: FreeSlots = { free: 0, takenBy: new Map() };

/** Places that a partner may still have. */
export function slotsOf(partnerId: string, { free, takenBy }: FreeSlots): number {
  return shareOf({ free, taken: takenBy.get(partnerId) ?? 0 });
}

/** Partners that can have none until a call of theirs has ended. */
export function partnersWithoutSlots(places: FreeSlots): readonly string[] {
  return [...places.takenBy.keys()].filter((partnerId) => slotsOf(partnerId, places) === 0);
}

/** What one claim takes at most of so many places: what hangs never takes all before it is known to hang. */
export function claimOf(places: number): number {
  return Math.min(CLAIM_MAX, shareOf({ free: places, taken: 0 }));
}
