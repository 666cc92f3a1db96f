const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const FEBRUARY = 2;

/**
 * Whether `text` is a real calendar date, `YYYY-MM-DD`, in the years 1 to 9999.
 * `2010-02-30` is none: it is refused, never rolled over into March.
 */
export function isCalendarDate(text: string): boolean {
  const match = CALENDAR_DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Days of a month, counted from 1 for January, in the proleptic Gregorian calendar. */
export function daysInMonth(year: number, month: number): number {
  if (month === FEBRUARY) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/**
 * Completed years of somebody born on `birthDate`, as of the civil date `today` (both `YYYY-MM-DD`).
 * Born on 29 February: the year is completed on 1 March of a common year. Negative for the future.
 */
export function completedYears(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  const birthdayIsAhead = today.slice(5) < birthDate.slice(5);
  return birthdayIsAhead ? years - 1 : years;
}
