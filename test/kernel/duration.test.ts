import { describe, expect, test } from '@jest/globals';
import { durationText } from '../../src/kernel/duration.ts';

const HOUR = 3_600_000_000;

describe('a duration', () => {
  test.each([
    [0, '00:00:00.0000000'],
    [1, '00:00:00.0000010'],
    [1_234, '00:00:00.0012340'],
    [999_999, '00:00:00.9999990'],
    [1_000_000, '00:00:01.0000000'],
    [59_999_999, '00:00:59.9999990'],
    [60_000_000, '00:01:00.0000000'],
    [HOUR - 1, '00:59:59.9999990'],
    [HOUR, '01:00:00.0000000'],
    [24 * HOUR, '24:00:00.0000000'],
    [99 * HOUR, '99:00:00.0000000'],
    [100 * HOUR + 61_000_001, '100:01:01.0000010'],
    [Number.MAX_SAFE_INTEGER, '2501999:47:34.7409910'],
  ])('of %d microseconds is %s', (microseconds, text) => {
    expect(durationText(microseconds)).toBe(text);
  });

  test.each([-1, 0.5, NaN, Infinity, 2 ** 53])('cannot be made of %d microseconds', (microseconds) => {
    expect(() => durationText(microseconds)).toThrow('whole number');
  });
});
