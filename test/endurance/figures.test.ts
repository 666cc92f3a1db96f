import { describe, expect, test } from '@jest/globals';
import { judgeAbuse, judgeSeries, median, quantile, slopePerMinute, type AbuseFigures, type Point } from './figures.ts';

const GOOD: AbuseFigures = {
  pidBefore: 7,
  pidAfter: 7,
  blockedMs: 200,
  heapUsed: 512 * 2 ** 20,
  pingMaxMs: 300,
  barePingMaxMs: 0,
  baselineP99Ms: 150,
  p99Ms: 300,
  baselineDeliveredMs: 1_000,
  deliveredMs: 2_000,
  wrong: [],
};

describe('the figures of an abuse', () => {
  test('are good up to their bounds', () => {
    expect(judgeAbuse(GOOD)).toEqual([]);
  });

  test('are good up to the floors, however fast the baseline was', () => {
    expect(
      judgeAbuse({
        ...GOOD,
        baselineP99Ms: 2,
        p99Ms: 250,
        pingMaxMs: 250,
        baselineDeliveredMs: 20,
        deliveredMs: 1_500,
      }),
    ).toEqual([]);
  });

  test('allow for the delays of a busy machine', () => {
    expect(judgeAbuse({ ...GOOD, barePingMaxMs: 10, p99Ms: 340, pingMaxMs: 340, deliveredMs: 2_040 })).toEqual([]);
    expect(judgeAbuse({ ...GOOD, barePingMaxMs: 10, p99Ms: 341 })).toHaveLength(1);
  });

  test.each<[string, Partial<AbuseFigures>, RegExp, boolean]>([
    ['another process', { pidAfter: 8 }, /the process 7 became 8/, false],
    ['a heap beyond 512 MiB', { heapUsed: 513 * 2 ** 20 }, /the heap grew to 513 MiB/, false],
    ['a wrong answer', { wrong: ['HTTP 500'] }, /answered wrongly 1 times: HTTP 500/, false],
    ['a blocked loop', { blockedMs: 201 }, /blocked for 201 ms/, true],
    ['a late answer of /health/live', { pingMaxMs: 301 }, /\/health\/live took 301 ms, of 300/, true],
    ['a p99 of more than twice the baseline', { p99Ms: 301 }, /p99 was 301 ms, of 300/, true],
    ['a p99 beyond the floor', { baselineP99Ms: 1, pingMaxMs: 7, p99Ms: 251 }, /p99 was 251 ms, of 250/, true],
    ['a late delivery', { deliveredMs: 2_001 }, /delivery took 2001 ms, of 2000/, true],
  ])('are bad with %s', (_name, changes, sentence, isTimed) => {
    expect(judgeAbuse({ ...GOOD, ...changes })).toEqual([{ sentence: expect.stringMatching(sentence), isTimed }]);
  });
});

describe('a series', () => {
  const series = { name: 'sockets', growthMax: 10, partMax: 0.1, settlesAfterSeconds: 0 };
  const points = (value: (nth: number) => number): Point[] =>
    Array.from({ length: 40 }, (_, nth) => ({ atSeconds: nth * 10, value: value(nth) }));

  test.each<[string, (nth: number) => number]>([
    ['stays constant', () => 50],
    ['grows in the warm-up only', (nth) => Math.min(nth, 10) * 100],
    ['has outliers', (nth) => (nth % 7 === 0 ? 900 : 50)],
    ['falls', (nth) => 500 - nth],
    ['grows by less than is allowed', (nth) => 50 + nth * 0.4],
  ])('that %s is flat', (_name, value) => {
    expect(judgeSeries(series, points(value))).toBeUndefined();
  });

  test.each<[string, (nth: number) => number]>([
    ['leaks one at each sample', (nth) => 50 + nth],
    ['leaks in steps', (nth) => 50 + Math.floor(nth / 10) * 20],
    ['grows at its end', (nth) => (nth > 30 ? 500 : 50)],
  ])('that %s is not flat', (_name, value) => {
    expect(judgeSeries(series, points(value))).toMatch(/^sockets grew from/);
  });

  test('is not judged before it has settled', () => {
    const growing = points((nth) => nth * 100);
    expect(judgeSeries({ ...series, settlesAfterSeconds: 360 }, growing)).toBeUndefined();
    expect(judgeSeries({ ...series, settlesAfterSeconds: 180 }, growing)).toMatch(/grew/);
  });

  test('has a slope that outliers do not move', () => {
    expect(slopePerMinute(points((nth) => (nth === 5 ? 9_999 : nth)))).toBeCloseTo(6);
  });
});

test('a quantile is a value that was measured', () => {
  const values = Array.from({ length: 100 }, (_, nth) => 100 - nth);
  expect([median(values), quantile(values, 0.99), quantile(values, 1), quantile([], 0.99)]).toEqual([50, 99, 100, 0]);
});
