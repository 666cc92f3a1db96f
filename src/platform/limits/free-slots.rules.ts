import { shareOf } from '../../kernel/fair-share.ts';

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
export function partnersWithoutSlots(places: FreeSlots): readonly string[] {
  return [...places.takenBy.keys()].filter((partnerId) => slotsOf(partnerId, places) === 0);
}

/** Returns the most that one claim may take of the free slots: half, in case everything that it takes hangs. */
export function claimOf(places: number): number {
  return Math.min(CLAIM_MAX, shareOf({ free: places, taken: 0 }));
}
