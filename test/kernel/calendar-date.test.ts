import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { completedYears, isCalendarDate } from '../../src/kernel/calendar-date.ts';

/** Dates as the runtime's own calendar knows them. */
const realDates = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('a calendar date', () => {
  test.each([
    ['2024-02-29', 'in a leap year'],
    ['2000-02-29', 'in a century that is a leap year'],
    ['2023-02-28', 'at the end of a common February'],
    ['2026-04-30', 'at the end of a month of 30 days'],
    ['2026-12-31', 'at the end of a year'],
    ['0001-01-01', 'on the first day'],
    ['9999-12-31', 'on the last day'],
  ])('%s exists, %s', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  test.each([
    ['2023-02-29', 'no leap year'],
    ['1900-02-29', 'a century that is no leap year'],
    ['2100-02-29', 'a century that is no leap year'],
    ['2010-02-30', 'never rolled over into March'],
    ['2026-04-31', 'a month of 30 days'],
    ['2026-01-32', 'no such day'],
    ['2026-01-00', 'no such day'],
    ['2026-00-01', 'no such month'],
    ['2026-13-01', 'no such month'],
    ['0000-01-01', 'no such year'],
    ['2026-1-1', 'digits missing'],
    ['02026-01-01', 'a digit too many'],
    ['-2026-01-01', 'a sign'],
    ['2026/01/01', 'other separators'],
    ['20260101', 'no separators'],
    ['01-02-2026', 'another order'],
    ['2026-01-01T00:00:00Z', 'an instant'],
    [' 2026-01-01', 'a blank before'],
    ['2026-01-01\n', 'a line break after'],
    ['２０２６-01-01', 'full-width digits'],
    ['', 'nothing'],
  ])('%j is none: %s', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  test('exists exactly where the proleptic Gregorian calendar has it', () => {
    const parts = fc.tuple(
      fc.integer({ min: 1, max: 9_999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 33 }),
    );
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const text = [year, month, day].map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
        const rolled = new Date(0);
        rolled.setUTCFullYear(year, month - 1, day);
        expect(isCalendarDate(text)).toBe(
          rolled.getUTCFullYear() === year && rolled.getUTCMonth() === month - 1 && rolled.getUTCDate() === day,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  test('is taken for every date of the runtime', () => {
    fc.assert(
      fc.property(realDates, (text) => {
        expect(isCalendarDate(text)).toBe(true);
      }),
    );
  });
});

describe('an age in completed years', () => {
  test.each([
    ['2008-11-20', '2026-11-19', 17, 'the day before the birthday'],
    ['2008-11-20', '2026-11-20', 18, 'the birthday'],
    ['2008-11-20', '2026-11-21', 18, 'the day after the birthday'],
    ['2008-11-20', '2026-12-01', 18, 'a later month with a lower day'],
    ['2008-11-20', '2026-10-31', 17, 'an earlier month with a higher day'],
    ['2008-12-31', '2027-01-01', 18, 'the turn of the year'],
    ['2026-11-20', '2026-11-20', 0, 'the day of birth'],
    ['2026-11-20', '2027-11-19', 0, 'the last day of the first year'],
    ['2026-11-21', '2026-11-20', -1, 'the day before birth'],
    ['1926-01-01', '2026-01-01', 100, 'a hundred years'],
  ])('of somebody born on %s is on %s %i: %s', (birthDate, today, years) => {
    expect(completedYears(birthDate, today)).toBe(years);
  });

  test.each([
    ['2026-02-28', 17, 'the last day of a common February'],
    ['2026-03-01', 18, '1 March of a common year'],
    ['2028-02-28', 19, 'the day before 29 February of a leap year'],
    ['2028-02-29', 20, '29 February of a leap year'],
    ['2100-02-28', 91, 'the last day of February in a century that is no leap year'],
    ['2100-03-01', 92, '1 March of that century'],
  ])('of somebody born on 29 February 2008 is on %s %i: %s', (today, years) => {
    expect(completedYears('2008-02-29', today)).toBe(years);
  });

  test('never falls as days go by, and grows by one on each birthday', () => {
    fc.assert(
      fc.property(realDates, realDates, realDates, (birthDate, one, other) => {
        const [earlier, later] = one < other ? [one, other] : [other, one];
        expect(completedYears(birthDate, earlier)).toBeLessThanOrEqual(completedYears(birthDate, later));
      }),
    );
    fc.assert(
      fc.property(realDates, fc.integer({ min: 0, max: 120 }), (birthDate, years) => {
        const birthday = `${String(Number(birthDate.slice(0, 4)) + years).padStart(4, '0')}${birthDate.slice(4)}`;
        fc.pre(birthday.length === 10);
        expect(completedYears(birthDate, birthday)).toBe(years);
      }),
    );
  });
});
