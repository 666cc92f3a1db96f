import { bankDate } from './clock.ts';

const MS_PER_DAY = 86_400_000;

/** Federal holidays on a fixed date, `MM-DD`. */
const FIXED_HOLIDAYS: ReadonlySet<string> = new Set([
  ...['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'],
]);
/** Days on which banks rest, by their distance from Easter: Monday and Tuesday of Carnival, Good Friday, Corpus Christi. */
const MOVABLE_HOLIDAYS: ReadonlySet<number> = new Set([-48, -47, -2, 60]);

/** Returns the last millisecond of the nth business day after `instant`, both in São Paulo; its own day does not count. */
export function endOfBusinessDay(instant: Date, nth: number): Date {
  // Midnight in UTC of a date in São Paulo.
  let day = Date.parse(bankDate(instant));
  for (let counted = 0; counted < nth;) {
    day += MS_PER_DAY;
    if (isBusinessDay(day)) counted += 1;
  }
  return new Date(startOfBankDay(day + MS_PER_DAY) - 1);
}

function isBusinessDay(day: number): boolean {
  const date = new Date(day);
  const [sunday, saturday] = [0, 6];
  if (date.getUTCDay() === sunday || date.getUTCDay() === saturday) return false;
  if (FIXED_HOLIDAYS.has(date.toISOString().slice(5, 10))) return false;
  return !MOVABLE_HOLIDAYS.has((day - easterOf(date.getUTCFullYear())) / MS_PER_DAY);
}

/** Returns midnight in UTC of Easter Sunday in the Gregorian calendar (the method of Meeus, Jones and Butcher). */
function easterOf(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const leapCenturies = Math.floor(century / 4);
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leapCenturies - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * shift + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}

/** Returns the first millisecond of a date in São Paulo, given as midnight in UTC. */
function startOfBankDay(day: number): number {
  const date = new Date(day).toISOString().slice(0, 10);
  // Offsets are whole hours; where a clock is set forward at midnight, the day begins at one o'clock.
  let start = day - MS_PER_DAY;
  while (bankDate(new Date(start)) < date) start += 3_600_000;
  return start;
}
