const MICROSECONDS_PER_SECOND = 1_000_000;
const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3_600;
/** Of the seven digits of a fraction the one that whole microseconds leave (seed, Resources: their number is ours). */
const LAST_DIGIT = '0';
/** Written out once: a page of messages holds a hundred durations. */
const TWO_DIGITS = Array.from({ length: 100 }, (_, count) => String(count).padStart(2, '0'));

/**
 * A duration as `hh:mm:ss.fffffff`; the hours go on past 24.
 * @throws Error when `microseconds` is not a whole number from 0 on
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
