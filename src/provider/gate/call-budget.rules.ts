/** How many requests may reach the provider in any so many seconds. */
export interface Rate {
  readonly requests: number;
  readonly seconds: number;
}

/** A stretch of time, from one multiple of its length to the next, with the calls that may be sent in it. */
export interface Slot {
  readonly seconds: number;
  readonly calls: number;
}

/** How much later a call may reach the provider than it was sent, in seconds, and still be counted right (ours). */
const JITTER_SECONDS = 1;

/**
 * The slots by which no window of the rate has more than its requests, wherever it begins and though calls arrive late.
 * A window touches one slot more than fit into it and the jitter. 180 in 10 s are 15 a second: 11 slots fit, 12 are
 * touched. Of few requests slots are longer, so that each has one.
 */
export function slotOf({ requests, seconds }: Rate): Slot {
  for (let length = 1; ; length += 1) {
    const touched = Math.ceil((seconds + JITTER_SECONDS) / length) + 1;
    // A slot as long as window and jitter is never followed by a longer one that would do.
    if (requests >= touched || touched === 2)
      return { seconds: length, calls: Math.max(1, Math.floor(requests / touched)) };
  }
}
