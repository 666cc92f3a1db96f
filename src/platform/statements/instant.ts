import { isCalendarDate } from '../../kernel/calendar-date.ts';

const MILLISECOND_DIGITS = 3;

/** Parses PostgreSQL's text of a `timestamptz(3)`. */
export function instantOf(text: string): Date {
  return new Date(instantText(text));
}

/**
 * Converts PostgreSQL's text of a `timestamptz(3)`, such as `2026-11-20 12:00:00.1+00`, to RFC 3339 in UTC with
 * milliseconds: the text that a Date gives. Cheaper than a Date for a session in UTC; other offsets are converted.
 */
export function instantText(text: string): string {
  if (!text.endsWith('+00')) {
    const minutes = /[+-]\d{2}$/.test(text) ? ':00' : '';
    return new Date(`${text.slice(0, 10)}T${text.slice(11)}${minutes}`).toISOString();
  }
  const fraction = text.slice(20, -3).padEnd(MILLISECOND_DIGITS, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/** Hours are those of RFC 3339: a Date also takes 24. */
const RFC_3339 = /^(\d{4}-\d\d-\d\d)t((?:[01]\d|2[0-3]):\d\d):(\d\d)(\.\d+)?(z|[+-]\d\d:\d\d)$/i;
const LEAP_SECOND = '60';

/**
 * Converts an RFC 3339 instant of any offset to the text that a Date gives, with a leap second as the one after it;
 * undefined if it is invalid, or outside of the years 1 to 9999 in UTC.
 */
export function instantGiven(text: string): string | undefined {
  const [, date = '', minute = '', second = '', fraction = '', offset = ''] = RFC_3339.exec(text) ?? [];
  if (!isCalendarDate(date)) return undefined;
  const isLeap = second === LEAP_SECOND;
  const milliseconds = fraction.slice(0, 1 + MILLISECOND_DIGITS);
  const instant = new Date(`${date}T${minute}:${isLeap ? '59' : second}${milliseconds}${offset.toUpperCase()}`);
  if (isLeap) instant.setSeconds(instant.getSeconds() + 1);
  if (Number.isNaN(instant.getTime())) return undefined;
  const given = instant.toISOString();
  return isCalendarDate(given.slice(0, 10)) ? given : undefined;
}
