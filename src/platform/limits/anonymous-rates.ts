import { FixedWindow } from './fixed-window.ts';
import type { RateLimit } from './partner-rates.ts';

/** How often callers without a token may ask; undefined: as often as they like. */
export interface AnonymousLimits {
  /** All of them together. */
  readonly all: RateLimit | undefined;
  /** Those of one address. */
  readonly address: RateLimit | undefined;
}

/** Why a caller is not heard now. */
export interface AnonymousRefusal {
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/** Stands for all callers in the window that they share. */
const ALL = '';

/**
 * Counts what is asked without a token, in windows of fixed length: by address, and in one bucket for all. Each process
 * counts for itself: to be refused must not cost a statement. No more addresses are kept than the bucket of all has room
 * for.
 */
export class AnonymousRates {
  private readonly all: FixedWindow | undefined;
  private readonly byAddress: FixedWindow | undefined;

  constructor({ all, address }: AnonymousLimits) {
    this.all = all && new FixedWindow(all);
    this.byAddress = address && new FixedWindow(address);
  }

  /** Takes one for an address from both buckets, or none and says why. */
  take(address: string): AnonymousRefusal | undefined {
    if (this.all?.isFull(ALL) === true) return refusal(this.all, 'together');
    if (this.byAddress?.isFull(address) === true) return refusal(this.byAddress, 'from one address');
    this.all?.count(ALL);
    this.byAddress?.count(address);
    return undefined;
  }
}

function refusal({ limit, secondsLeft }: FixedWindow, who: string): AnonymousRefusal {
  const message = `Callers without a token are granted ${limit.requests} requests in ${limit.seconds} s ${who}: wait ${secondsLeft} s, or send a token.`;
  return { message, retryAfterSeconds: secondsLeft };
}
