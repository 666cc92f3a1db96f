const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const FEBRUARY = 2;

/**
 * Checks whether `text` is a real calendar date, `YYYY-MM-DD`, in the years 1 to 9999. `2010-02-30` is invalid, and
 * never rolled over into March.
 */
export function isCalendarDate(text: string): boolean {
  const match = CALENDAR_DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Returns the number of days in a month (January is 1) of the proleptic Gregorian calendar. */
export function daysInMonth(year: number, month: number): number {
  if (month === FEBRUARY) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/**
 * Returns the age in completed years of a person born on `birthDate`, at the civil date `today` (both `YYYY-MM-DD`). If
 * born on 29 February, a year is completed on 1 March of a common year. Negative for a future birth date.
 */
export function completedYears(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  const birthdayIsAhead = today.slice(5) < birthDate.slice(5);
  return birthdayIsAhead ? years - 1 : years;
}
