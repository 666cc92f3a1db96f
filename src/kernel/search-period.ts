import { daysInMonth, isCalendarDate } from './calendar-date.ts';

/** How far back messages can be searched, in months (docs/partner-api.md). */
const SEARCH_MONTHS = 6;
const MONTHS_PER_YEAR = 12;
const MONTH_FIRST = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/**
 * Returns a search date as `YYYY-MM-DD`, from that format or from `MM/DD/YYYY`; undefined for anything else and for
 * dates that do not exist. The month is always first: `31/12/2026` is not a date.
 */
export function searchDate(text: string): string | undefined {
  const date = text.replace(MONTH_FIRST, '$3-$1-$2');
  return isCalendarDate(date) ? date : undefined;
}

/**
 * Returns the earliest start date of a search, `YYYY-MM-DD`: six months before the UTC day of `now`. If that month is
 * too short, it is the month's last day: on 31 August, 28 or 29 February.
 */
export function oldestSearchDate(now: Date): string {
  const months = now.getUTCFullYear() * MONTHS_PER_YEAR + now.getUTCMonth() - SEARCH_MONTHS;
  const year = Math.floor(months / MONTHS_PER_YEAR);
  const month = (months % MONTHS_PER_YEAR) + 1;
  return dateText(year, month, Math.min(now.getUTCDate(), daysInMonth(year, month)));
}

/**
 * Returns the day after a calendar date, both `YYYY-MM-DD`: the exclusive end of a search that includes `date`. The
 * year after 9999-12-31 has five digits, as in PostgreSQL.
 */
export function nextDay(date: string): string {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const day = Number(date.slice(8));
  if (day < daysInMonth(year, month)) return dateText(year, month, day + 1);
  return month < MONTHS_PER_YEAR ? dateText(year, month + 1, 1) : dateText(year + 1, 1, 1);
}

function dateText(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
