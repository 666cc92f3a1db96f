import { describe, expect, test } from '@jest/globals';
import { nextTryAt, spread, type FailedTry } from '../../../src/webhooks/deliveries/retry.rules.ts';
import { systemRandom } from '../../../src/platform/system.ts';

const NOW = new Date('2027-01-31T12:00:00.000Z');
const GAPS = [5, 30, 120];

/** Returns the seconds until a message is retried; undefined: never. */
function waitAfter(changes: Partial<FailedTry>): number | undefined {
  const next = nextTryAt({ tries: 0, at: NOW, endedAt: NOW, retryAfter: undefined, jitter: 1, ...changes }, GAPS);
  return next && (next.getTime() - NOW.getTime()) / 1_000;
}

describe('the wait for the next try', () => {
  test.each([
    [0, 5],
    [1, 30],
    [2, 120],
    [3, undefined],
    [99, undefined],
  ])('after %d tries is the gap at that position: %j seconds', (tries, seconds) => {
    expect(waitAfter({ tries })).toBe(seconds);
  });

  test.each([
    [0.8, 24],
    [1.2, 36],
  ])('is spread by %d', (jitter, seconds) => {
    expect(waitAfter({ tries: 1, jitter })).toBe(seconds);
  });

  test.each([
    ['seconds', '90', 90],
    ['seconds with spaces', ' 90 ', 90],
    ['a date', 'Sun, 31 Jan 2027 12:01:30 GMT', 90],
    ['less than the gap', '1', 5],
    ['zero', '0', 5],
    ['a date in the past', 'Sun, 31 Jan 2027 11:00:00 GMT', 5],
    ['an hour', '3600', 3_600],
    ['more than an hour', '3601', 3_600],
    ['far more than an hour', '999999999', 3_600],
    ['a date after more than an hour', 'Sun, 31 Jan 2027 14:00:00 GMT', 3_600],
    ['ten digits', '9999999999', 3_600],
    ['more digits than a number has', '9'.repeat(400), 3_600],
    ['a negative number', '-5', 5],
    ['a fraction', '1.5e3', 5],
    ['an empty value', '', 5],
    ['a meaningless value', 'soon', 5],
  ])('honours Retry-After as far as it makes sense: %s', (_case, retryAfter, seconds) => {
    expect(waitAfter({ retryAfter })).toBe(seconds);
  });

  test.each([
    ['seconds, from the answer', '5', 9],
    ['a date, as it is', 'Sun, 31 Jan 2027 12:01:30 GMT', 90],
    ['more than an hour, from the answer', '3601', 3_604],
    ['zero', '0', 5],
    ['nothing, from the call', undefined, 5],
  ])('counts Retry-After of an answer after 4 s: %s', (_case, retryAfter, seconds) => {
    expect(waitAfter({ retryAfter, endedAt: new Date(NOW.getTime() + 4_000) })).toBe(seconds);
  });

  test('is not extended by Retry-After when all tries are used', () => {
    expect(waitAfter({ tries: 3, retryAfter: '90' })).toBeUndefined();
  });
});

test('waits are spread from 0.8 to 1.2, both included', () => {
  expect(spread({ ...systemRandom, integer: (least) => least })).toBe(0.8);
  expect(spread({ ...systemRandom, integer: (_least, most) => most })).toBe(1.2);
  const drawn = Array.from({ length: 500 }, () => spread(systemRandom));
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0.8);
  expect(Math.max(...drawn)).toBeLessThanOrEqual(1.2);
  expect(new Set(drawn).size).toBeGreaterThan(100);
});
