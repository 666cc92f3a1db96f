import type { Random } from '../../kernel/random.ts';

/** Longest wait that an endpoint can request with Retry-After, in seconds. */
const RETRY_AFTER_SECONDS_MAX = 3_600;
/** Jitter of waits in both directions, in thousandths: messages that failed together are not retried together. */
const SPREAD_THOUSANDTHS = 200;

export interface FailedTry {
  /** Calls of this series before the failed one. */
  readonly tries: number;
  readonly at: Date;
  /** When the response arrived; Retry-After counts from then. */
  readonly endedAt: Date;
  /** The Retry-After header of the response: seconds, or an HTTP date. */
  readonly retryAfter: string | undefined;
  /** From 0.8 to 1.2, see `spread`. */
  readonly jitter: number;
}

/**
 * Returns when to retry a message, or undefined after its last try. An endpoint that requests more time gets it, up to
 * an hour.
 */
export function nextTryAt(
  { tries, at, endedAt, retryAfter, jitter }: FailedTry,
  gapsSeconds: readonly number[],
): Date | undefined {
  const gapSeconds = gapsSeconds[tries];
  if (gapSeconds === undefined) return undefined;
  const afterGap = at.getTime() + Math.round(gapSeconds * jitter * 1_000);
  const asRequested = endedAt.getTime() + Math.round(retryAfterSeconds(retryAfter, endedAt) * 1_000);
  return new Date(retryAfter === undefined ? afterGap : Math.max(afterGap, asRequested));
}

/** Returns the wait that Retry-After requests, in seconds from `at`; 0 if it is absent or invalid. */
function retryAfterSeconds(header: string | undefined, at: Date): number {
  if (header === undefined) return 0;
  const text = header.trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - at.getTime()) / 1_000;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), RETRY_AFTER_SECONDS_MAX);
}

/** Returns a random factor from 0.8 to 1.2 for a wait. */
export function spread(random: Random): number {
  return random.integer(1_000 - SPREAD_THOUSANDTHS, 1_000 + SPREAD_THOUSANDTHS) / 1_000;
}
