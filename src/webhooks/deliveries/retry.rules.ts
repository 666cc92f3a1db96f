import type { Random } from '../../kernel/random.ts';
import { retryAfterSeconds } from '../../kernel/duration.ts';

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
  const requestedSeconds = retryAfterSeconds(retryAfter, endedAt);
  if (requestedSeconds === undefined) return new Date(afterGap);
  return new Date(Math.max(afterGap, endedAt.getTime() + Math.round(requestedSeconds * 1_000)));
}

/** Returns a random factor from 0.8 to 1.2 for a wait. */
export function spread(random: Random): number {
  return random.integer(1_000 - SPREAD_THOUSANDTHS, 1_000 + SPREAD_THOUSANDTHS) / 1_000;
}
