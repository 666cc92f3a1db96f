/** A rate limit: the most requests that may reach the provider in any window of so many seconds. */
export interface Rate {
  readonly requests: number;
  readonly seconds: number;
}

/** A period between two multiples of its length, and how many calls may be sent in it. */
export interface Slot {
  readonly seconds: number;
  readonly calls: number;
}

/** Longest time that a call may take to reach the provider for the rate to hold, in seconds (ours). */
const JITTER_SECONDS = 1;

/**
 * Returns slots that keep every window of the rate within its requests, wherever it begins and even if calls arrive
 * late. A window touches one slot more than fit into it and the jitter: 180 in 10 s are 15 a second, as 11 slots fit
 * and 12 are touched. For few requests, slots are longer, so that each has at least one call.
 */
export function slotOf({ requests, seconds }: Rate): Slot {
  for (let length = 1; ; length += 1) {
    const touched = Math.ceil((seconds + JITTER_SECONDS) / length) + 1;
    // Beyond the length of window and jitter, longer slots do not help.
    if (requests >= touched || touched === 2)
      return { seconds: length, calls: Math.max(1, Math.floor(requests / touched)) };
  }
}
