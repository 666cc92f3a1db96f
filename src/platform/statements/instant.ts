import { isCalendarDate } from '../../kernel/calendar-date.ts';

const MILLISECOND_DIGITS = 3;

/** The instant that PostgreSQL's text of a `timestamptz(3)` stands for. */
export function instantOf(text: string): Date {
  return new Date(instantText(text));
}

/**
 * PostgreSQL's text of a `timestamptz(3)`, such as `2026-11-20 12:00:00.1+00`, as RFC 3339 in UTC with milliseconds:
 * the same text that a Date gives. Cheaper than a Date for a session in UTC; any other offset is converted.
 */
export function instantText(text: string): string {
  if (!text.endsWith('+00')) {
    const minutes = /[+-]\d{2}$/.test(text) ? ':00' : '';
    return new Date(`${text.slice(0, 10)}T${text.slice(11)}${minutes}`).toISOString();
  }
  const fraction = text.slice(20, -3).padEnd(MILLISECOND_DIGITS, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** An instant that somebody has written by RFC 3339, as a Date gives it; undefined where there is no such. */
export function instantGiven(text: string): string | undefined {
  return RFC_3339.test(text) && isCalendarDate(text.slice(0, 10)) ? storableInstant(new Date(text)) : undefined;
}

/** The text of an instant; undefined where there is none, or in UTC it falls outside of the years 1 to 9999. */
export function storableInstant(instant: Date): string | undefined {
  if (Number.isNaN(instant.getTime())) return undefined;
  const text = instant.toISOString();
  return isCalendarDate(text.slice(0, 10)) ? text : undefined;
}
