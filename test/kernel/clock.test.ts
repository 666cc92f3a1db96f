import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isCalendarDate } from '../../src/kernel/calendar-date.ts';
import { bankDate } from '../../src/kernel/clock.ts';

describe("the bank's date", () => {
  test.each([
    ['2026-11-20T02:59:59.999Z', '2026-11-19', 'the last instant of a day in São Paulo'],
    ['2026-11-20T03:00:00.000Z', '2026-11-20', 'its midnight'],
    ['2026-11-20T23:59:59.999Z', '2026-11-20', 'the end of the UTC day'],
    ['2026-11-21T00:00:00.000Z', '2026-11-20', 'the UTC midnight'],
    ['2027-01-01T02:59:59.999Z', '2026-12-31', 'the turn of the UTC year'],
    ['2027-01-01T03:00:00.000Z', '2027-01-01', 'the turn of the year in São Paulo'],
    ['2028-03-01T02:59:59.999Z', '2028-02-29', 'the end of a leap February'],
    ['2018-12-01T01:59:59.999Z', '2018-11-30', 'the end of a day in the summer time of then'],
    ['2018-12-01T02:00:00.000Z', '2018-12-01', 'midnight in the summer time of then'],
  ])('at %s is %s: %s', (instant, date) => {
    expect(bankDate(new Date(instant))).toBe(date);
  });

  test('is a calendar date, the UTC date or the day before it', () => {
    const instants = fc.date({ min: new Date('1970-01-02'), max: new Date('2999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (instant) => {
        const dayBefore = new Date(instant.getTime() - 86_400_000);
        const candidates = [instant, dayBefore].map((date) => date.toISOString().slice(0, 10));
        expect(isCalendarDate(bankDate(instant))).toBe(true);
        expect(candidates).toContain(bankDate(instant));
      }),
    );
  });
});
