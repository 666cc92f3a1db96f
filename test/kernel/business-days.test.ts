import { expect, test } from '@jest/globals';
import { endOfBusinessDay } from '../../src/kernel/business-days.ts';

test.each([
  ['an ordinary week', '2026-03-02T12:00:00Z', '2026-03-11'],
  ['a request on a Saturday', '2026-03-07T12:00:00Z', '2026-03-17'],
  ['the evening of a Sunday in São Paulo, Monday in UTC', '2026-03-09T02:30:00Z', '2026-03-17'],
  ['Monday and Tuesday of Carnival, but not Ash Wednesday', '2026-02-13T12:00:00Z', '2026-02-26'],
  ['Good Friday', '2026-04-01T12:00:00Z', '2026-04-13'],
  ['Tiradentes and Labour Day', '2026-04-17T12:00:00Z', '2026-04-29'],
  ['Labour Day', '2026-04-27T12:00:00Z', '2026-05-07'],
  ['Corpus Christi', '2026-06-03T12:00:00Z', '2026-06-15'],
  ['Independence Day', '2026-09-04T12:00:00Z', '2026-09-16'],
  ['Our Lady of Aparecida', '2026-10-09T12:00:00Z', '2026-10-21'],
  ['All Souls', '2026-10-30T12:00:00Z', '2026-11-11'],
  ['Black Awareness Day, a national holiday since 2024', '2026-11-19T12:00:00Z', '2026-12-01'],
  ['Christmas and New Year', '2026-12-23T12:00:00Z', '2027-01-05'],
  ['Carnival in early February', '2027-02-05T12:00:00Z', '2027-02-18'],
  ['a leap day', '2028-02-25T12:00:00Z', '2028-03-09'],
])('the seventh business day after %s', (_what, instant, date) => {
  const following = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
  expect(endOfBusinessDay(new Date(instant), 7).toISOString()).toBe(
    new Date(Date.parse(`${following}T03:00:00.000Z`) - 1).toISOString(),
  );
});

test('a day ends by the clock of São Paulo, also while it was set forward', () => {
  expect(endOfBusinessDay(new Date('2018-11-05T12:00:00Z'), 1).toISOString()).toBe('2018-11-07T01:59:59.999Z');
});
