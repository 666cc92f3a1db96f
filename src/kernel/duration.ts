export const MICROSECONDS_PER_SECOND = 1_000_000;
export const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3_600;
/** Longest wait that another server can request, in seconds (ours). */
const RETRY_AFTER_SECONDS_MAX = SECONDS_PER_HOUR;
/** The last of seven fraction digits; whole microseconds have six (seven digits are ours). */
const LAST_DIGIT = '0';
/** Precomputed: a page of messages has a hundred durations. */
const TWO_DIGITS = Array.from({ length: 100 }, (_, count) => String(count).padStart(2, '0'));

/**
 * Formats a duration as `hh:mm:ss.fffffff`; the hours can exceed 24.
 * @throws Error if `microseconds` is negative or not a whole number
 */
export function durationText(microseconds: number): string {
  if (!Number.isSafeInteger(microseconds) || microseconds < 0)
    throw new Error(`A duration was ${microseconds} microseconds: give a whole number from 0 on.`);
  const seconds = Math.floor(microseconds / MICROSECONDS_PER_SECOND);
  const hours = twoDigits(Math.floor(seconds / SECONDS_PER_HOUR));
  const minutes = twoDigits(Math.floor((seconds % SECONDS_PER_HOUR) / SECONDS_PER_MINUTE));
  const fraction = String(MICROSECONDS_PER_SECOND + (microseconds % MICROSECONDS_PER_SECOND)).slice(1);
  return `${hours}:${minutes}:${twoDigits(seconds % SECONDS_PER_MINUTE)}.${fraction}${LAST_DIGIT}`;
}

function twoDigits(count: number): string {
  return TWO_DIGITS[count] ?? String(count);
}

/**
 * Returns the wait that a Retry-After header requests, a number of seconds or an HTTP date, in seconds from `at`;
 * undefined if the header is missing or invalid.
 */
export function retryAfterSeconds(header: string | undefined, at: Date): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - at.getTime()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), RETRY_AFTER_SECONDS_MAX);
}

const MICROSECONDS_PER_MILLISECOND = 1_000;
/** The largest `Int` of GraphQL. */
const INT_MAX = 2 ** 31 - 1;

/** Returns a duration in whole milliseconds, at most the largest `Int` of GraphQL: 24 days. */
export function wholeMilliseconds(microseconds: number): number {
  return Math.min(Math.round(microseconds / MICROSECONDS_PER_MILLISECOND), INT_MAX);
}
