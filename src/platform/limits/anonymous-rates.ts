import { FixedWindow } from './fixed-window.ts';
import type { RateLimit } from './partner-rates.ts';

/** Rate limits of callers without a token; undefined: no limit. */
export interface AnonymousLimits {
  /** All callers together. */
  readonly all: RateLimit | undefined;
  /** Callers from one address. */
  readonly address: RateLimit | undefined;
}

/** Why a request is refused. */
export interface AnonymousRefusal {
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/** The key of all callers in the window that they share. */
const ALL = '';

/**
 * Counts requests without a token in windows of fixed length: by address, and in one bucket for all. Each process
 * counts for itself, since a refusal must not cost a statement.
 */
export class AnonymousRates {
  private readonly all: FixedWindow | undefined;
  private readonly byAddress: FixedWindow | undefined;

  constructor({ all, address }: AnonymousLimits) {
    this.all = all && new FixedWindow(all);
    this.byAddress = address && new FixedWindow(address);
  }

  /** Takes one request from both buckets, or returns why it is refused and takes none. */
  take(address: string): AnonymousRefusal | undefined {
    if (this.all?.isFull(ALL) === true) return refusal(this.all, 'together');
    if (this.byAddress?.isFull(address) === true) return refusal(this.byAddress, 'from one address');
    this.all?.count(ALL);
    this.byAddress?.count(address);
    return undefined;
  }
}

function refusal({ limit, secondsLeft }: FixedWindow, who: string): AnonymousRefusal {
  const message = `Callers without a token may send ${limit.requests} requests in ${limit.seconds} s ${who}: wait ${secondsLeft} s, or send a token.`;
  return { message, retryAfterSeconds: secondsLeft };
}
