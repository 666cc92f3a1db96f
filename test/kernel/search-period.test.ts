import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isCalendarDate } from '../../src/kernel/calendar-date.ts';
import { nextDay, oldestSearchDate, searchDate } from '../../src/kernel/search-period.ts';

const DAY_MS = 86_400_000;

describe('a date of a search', () => {
  test.each([
    ['2026-12-31', '2026-12-31'],
    ['12/31/2026', '2026-12-31'],
    ['01/02/2026', '2026-01-02'],
    ['02/29/2024', '2024-02-29'],
    ['2024-02-29', '2024-02-29'],
  ])('%s is %s', (text, date) => {
    expect(searchDate(text)).toBe(date);
  });

  test.each([
    ['31/12/2026', 'the day first'],
    ['13/01/2026', 'no such month'],
    ['00/01/2026', 'no such month'],
    ['02/29/2026', 'no leap year'],
    ['02/30/2024', 'never rolled over into March'],
    ['2026-02-29', 'no leap year'],
    ['1/2/2026', 'digits missing'],
    ['01/02/26', 'a year of two digits'],
    ['01-02-2026', 'other separators'],
    ['2026/01/02', 'other separators'],
    ['01/02/0000', 'no such year'],
    ['01/02/2026 ', 'a blank after'],
    ['01/02/2026\n', 'a line break after'],
    ['x01/02/2026', 'a letter before'],
    ['01/02/20260', 'a digit too many'],
    ['2026-01-02T00:00:00Z', 'an instant'],
    ['', 'nothing'],
  ])('is not %j: %s', (text) => {
    expect(searchDate(text)).toBeUndefined();
  });
});

describe('the oldest day of a search', () => {
  test.each([
    ['2026-11-21T12:00:00Z', '2026-05-21', 'the same day of the month'],
    ['2026-08-31T12:00:00Z', '2026-02-28', 'a common February is too short'],
    ['2024-08-31T12:00:00Z', '2024-02-29', 'a leap February is too short'],
    ['2024-08-29T12:00:00Z', '2024-02-29', 'a leap February is long enough'],
    ['2026-08-29T12:00:00Z', '2026-02-28', 'a common February is too short by a day'],
    ['2100-08-31T12:00:00Z', '2100-02-28', 'a century is no leap year'],
    ['2000-08-31T12:00:00Z', '2000-02-29', 'every fourth century is one'],
    ['2026-10-31T12:00:00Z', '2026-04-30', 'a month of 30 days is too short'],
    ['2026-12-31T12:00:00Z', '2026-06-30', 'the end of the year'],
    ['2026-03-31T12:00:00Z', '2025-09-30', 'over the turn of the year'],
    ['2026-01-01T00:00:00Z', '2025-07-01', 'the first instant of a year'],
    ['2025-12-31T23:59:59.999Z', '2025-06-30', 'the last instant of a year'],
    ['2026-06-30T12:00:00Z', '2025-12-30', 'December of the year before'],
    ['2026-07-31T12:00:00Z', '2026-01-31', 'January of the same year'],
    ['2026-02-28T12:00:00Z', '2025-08-28', 'never later than the day itself'],
    ['2026-11-21T01:00:00+03:00', '2026-05-20', 'the day is that of UTC'],
    ['2026-11-20T22:00:00-03:00', '2026-05-21', 'the day is that of UTC'],
  ])('at %s is %s: %s', (now, oldest) => {
    expect(oldestSearchDate(new Date(now))).toBe(oldest);
  });

  test('always exists, and is 181 to 184 days back', () => {
    const instants = fc.date({
      min: new Date('1000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (now) => {
        const oldest = oldestSearchDate(now);
        const days = (Date.parse(now.toISOString().slice(0, 10)) - Date.parse(oldest)) / DAY_MS;
        expect(isCalendarDate(oldest)).toBe(true);
        expect([181, 182, 183, 184]).toContain(days);
      }),
    );
  });
});

describe('the day after', () => {
  test.each([
    ['2026-11-21', '2026-11-22'],
    ['2026-11-30', '2026-12-01'],
    ['2026-12-31', '2027-01-01'],
    ['2026-02-28', '2026-03-01'],
    ['2024-02-28', '2024-02-29'],
    ['2024-02-29', '2024-03-01'],
    ['2100-02-28', '2100-03-01'],
    ['2026-01-09', '2026-01-10'],
    ['0001-12-31', '0002-01-01'],
    ['9999-12-31', '10000-01-01'],
  ])('%s is %s', (date, next) => {
    expect(nextDay(date)).toBe(next);
  });

  test('is that of the runtime', () => {
    const days = fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-30'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const next = new Date(day.getTime() + DAY_MS).toISOString().slice(0, 10);
        expect(nextDay(day.toISOString().slice(0, 10))).toBe(next);
      }),
    );
  });
});
