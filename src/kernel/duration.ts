const MICROSECONDS_PER_SECOND = 1_000_000;
const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3_600;
/** Digits of the fraction (seed, Resources: `hh:mm:ss.fraction`; their number is ours). */
const FRACTION_DIGITS = 7;

/**
 * A duration as `hh:mm:ss.fffffff`; the hours go on past 24.
 * @throws Error when `microseconds` is no whole number from 0 on
 */
export function durationText(microseconds: number): string {
  if (!Number.isSafeInteger(microseconds) || microseconds < 0)
    throw new Error(`A duration was ${microseconds} microseconds: give a whole number from 0 on.`);
  const seconds = Math.floor(microseconds / MICROSECONDS_PER_SECOND);
  const hours = twoDigits(Math.floor(seconds / SECONDS_PER_HOUR));
  const minutes = twoDigits(Math.floor((seconds % SECONDS_PER_HOUR) / SECONDS_PER_MINUTE));
  const fraction = String(microseconds % MICROSECONDS_PER_SECOND).padStart(6, '0');
  return `${hours}:${minutes}:${twoDigits(seconds % SECONDS_PER_MINUTE)}.${fraction.padEnd(FRACTION_DIGITS, '0')}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}
