import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { deliveryStats } from '../../../src/webhooks/delivery-stats/delivery-stats.value.ts';
import { durationBucket, durationPercentile } from '../../../src/webhooks/archive/call-duration.value.ts';

function bucketsOf(durationsUs: readonly number[]) {
  return [...Map.groupBy(durationsUs, durationBucket)].map(([bucket, calls]) => ({ bucket, calls: calls.length }));
}

describe('a percentile of durations', () => {
  test('is within 2.5 % of the nearest rank, whatever the durations', () => {
    const durations = fc.array(fc.integer({ min: 1, max: 3_600_000_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(durations, fc.constantFrom(0.5, 0.95, 0.99), (calls, share) => {
        const exact = calls.toSorted((a, b) => a - b)[Math.ceil(calls.length * share) - 1] ?? 0;
        const estimate = durationPercentile(bucketsOf(calls), share) ?? 0;
        expect(Math.abs(estimate - exact)).toBeLessThanOrEqual(exact * 0.025 + 1);
      }),
    );
  });

  test.each([
    [0.5, [100, 200, 300, 400], 200],
    [0.95, Array.from({ length: 20 }, (_, nth) => (nth < 19 ? 1_000 : 1_000_000)), 1_000],
    [0.95, Array.from({ length: 19 }, (_, nth) => (nth < 18 ? 1_000 : 1_000_000)), 1_000_000],
    [0.5, [7], 7],
    [0.95, [0], 1],
  ])('%d of %j is about %d', (share, calls, expected) => {
    const estimate = durationPercentile(bucketsOf(calls), share) ?? 0;
    expect(estimate / expected).toBeGreaterThan(0.974);
    expect(estimate / expected).toBeLessThan(1.026);
  });

  test('is null without calls', () => {
    expect(durationPercentile([], 0.5)).toBeNull();
    expect(durationPercentile([{ bucket: 3, calls: 0 }], 0.5)).toBeNull();
  });
});

test('statistics add up buckets of both outcomes in any order', () => {
  const [fast, slow] = [durationBucket(1_000), durationBucket(1_000_000)];
  const stats = deliveryStats([
    { succeeded: false, bucket: slow, calls: 2 },
    { succeeded: true, bucket: fast, calls: 20 },
    { succeeded: true, bucket: slow, calls: 1 },
  ]);
  expect(stats).toMatchObject({ succeeded: 21, failed: 2 });
  expect(durationBucket(stats.p50Us ?? 0)).toBe(fast);
  expect(durationBucket(stats.p95Us ?? 0)).toBe(slow);
});
