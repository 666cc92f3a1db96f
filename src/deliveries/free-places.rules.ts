import { shareOf } from '../kernel/fair-share.ts';

/** Calls that are taken out of the queue in one claim at most: what one statement and one transaction may take. */
const CLAIM_MAX = 256;

/** Calls that a process may begin, and those that each partner has in flight there. */
export interface FreePlaces {
  readonly free: number;
  readonly takenBy: ReadonlyMap<string, number>;
}

/** Nobody may call anything. */
export const NO_PLACES: FreePlaces = { free: 0, takenBy: new Map() };

/** Places that a partner may still have. */
export function placesOf(partnerId: string, { free, takenBy }: FreePlaces): number {
  return shareOf({ free, taken: takenBy.get(partnerId) ?? 0 });
}

/** Partners that can have none until a call of theirs has ended. */
export function partnersWithoutPlaces(places: FreePlaces): readonly string[] {
  return [...places.takenBy.keys()].filter((partnerId) => placesOf(partnerId, places) === 0);
}

/** What one claim takes at most of so many places: what hangs never takes all before it is known to hang. */
export function claimOf(places: number): number {
  return Math.min(CLAIM_MAX, shareOf({ free: places, taken: 0 }));
}
