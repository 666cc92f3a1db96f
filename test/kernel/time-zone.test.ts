import { describe, expect, test } from '@jest/globals';
import { timeZone } from '../../src/kernel/time-zone.ts';

function startsIn(name: string, unit: 'days' | 'hours', [start, end]: readonly [string, string]): readonly string[] {
  const starts = timeZone(name)?.[unit](new Date(start), new Date(end)) ?? [];
  return starts.map((instant) => instant.toISOString().slice(0, 16));
}

describe('days', () => {
  test.each([
    ['UTC', '2026-11-20', '2026-11-22', ['2026-11-20T00:00', '2026-11-21T00:00', '2026-11-22T00:00']],
    ['America/Sao_Paulo', '2026-11-20', '2026-11-21', ['2026-11-19T03:00', '2026-11-20T03:00', '2026-11-21T03:00']],
    // The clock is put forward at midnight: the day has 23 hours and begins at one.
    [
      'America/Santiago',
      '2026-09-05T04:00Z',
      '2026-09-07T03:00Z',
      ['2026-09-05T04:00', '2026-09-06T04:00', '2026-09-07T03:00'],
    ],
    // It is put back at midnight: the day before has 25 hours.
    [
      'America/Santiago',
      '2026-04-04T03:00Z',
      '2026-04-06T04:00Z',
      ['2026-04-04T03:00', '2026-04-05T04:00', '2026-04-06T04:00'],
    ],
    ['Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T22:00Z', ['2026-03-28T23:00', '2026-03-29T22:00']],
    ['Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25T23:00Z', ['2026-10-24T22:00', '2026-10-25T23:00']],
    // Samoa had no 30 December.
    [
      'Pacific/Apia',
      '2011-12-29T10:00Z',
      '2011-12-31T10:00Z',
      ['2011-12-29T10:00', '2011-12-30T10:00', '2011-12-31T10:00'],
    ],
  ] as const)('of %s from %s to %s', (name, start, end, starts) => {
    expect(startsIn(name, 'days', [start, end])).toEqual(starts);
  });
});

describe('hours', () => {
  test.each([
    ['UTC', '2026-11-20T00:00Z', '2026-11-20T02:00Z', ['2026-11-20T00:00', '2026-11-20T01:00', '2026-11-20T02:00']],
    [
      'Asia/Kolkata',
      '2026-11-20T00:00Z',
      '2026-11-20T01:00Z',
      ['2026-11-19T23:30', '2026-11-20T00:30', '2026-11-20T01:30'],
    ],
    [
      'Europe/Berlin',
      '2026-10-25T00:00Z',
      '2026-10-25T02:00Z',
      ['2026-10-25T00:00', '2026-10-25T01:00', '2026-10-25T02:00'],
    ],
  ] as const)('of %s from %s to %s', (name, start, end, starts) => {
    expect(startsIn(name, 'hours', [start, end])).toEqual(starts);
  });
});

test.each(['', 'Nowhere', '+03:00', 'America/Sao Paulo', 'America/', "UTC'", `A${'a'.repeat(10_000)}`])(
  'there is no zone %j',
  (name) => {
    expect(timeZone(name)).toBeUndefined();
  },
);
