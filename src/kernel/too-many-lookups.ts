import { refuse } from './domain-error.ts';

/** The next look-up is granted so many seconds later. */
export function tooManyLookups(retryAfterSeconds: number) {
  return refuse('TOO_MANY_LOOKUPS', { retryAfterSeconds }, { retryAfterSeconds: String(retryAfterSeconds) });
}

export type TooManyLookups = ReturnType<typeof tooManyLookups>;
