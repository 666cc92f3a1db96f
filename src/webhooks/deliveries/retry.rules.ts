import type { Random } from '../../kernel/random.ts';

/** Longest wait that an endpoint may ask for by Retry-After, in seconds. */
const RETRY_AFTER_SECONDS_MAX = 3_600;
/** Waits are spread by so many thousandths to both sides: what failed together comes back apart. */
const SPREAD_THOUSANDTHS = 200;

export interface FailedTry {
  /** Calls of this series before the one that failed. */
  readonly tries: number;
  readonly at: Date;
  /** The Retry-After header of the answer: seconds, or an HTTP date. */
  readonly retryAfter: string | undefined;
  /** 0.8 to 1.2: spreads what failed together. */
  readonly jitter: number;
}

/**
 * When a message is tried again, or undefined when it has had all its tries. An endpoint that asks for more time gets
 * it, up to an hour.
 */
export function nextTryAt(
  { tries, at, retryAfter, jitter }: FailedTry,
  gapsSeconds: readonly number[],
): Date | undefined {
  const gapSeconds = gapsSeconds[tries];
  if (gapSeconds === undefined) return undefined;
  const waitSeconds = Math.max(gapSeconds * jitter, retryAfterSeconds(retryAfter, at));
  return new Date(at.getTime() + Math.round(waitSeconds * 1_000));
}

/** What Retry-After asks for, in seconds from `at`; 0 for none and for what cannot be read. */
function retryAfterSeconds(header: string | undefined, at: Date): number {
  if (header === undefined) return 0;
  const text = header.trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - at.getTime()) / 1_000;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), RETRY_AFTER_SECONDS_MAX);
}

/** A factor from 0.8 to 1.2 for a wait. */
export function spread(random: Random): number {
  return random.integer(1_000 - SPREAD_THOUSANDTHS, 1_000 + SPREAD_THOUSANDTHS) / 1_000;
}
