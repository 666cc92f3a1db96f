/** Each bucket ends 5 % above its start, so that a duration read from it is at most 2.5 % off. */
const GROWTH = 1.05;

/** Number of calls whose durations share a bucket. */
export interface DurationBucket {
  readonly bucket: number;
  readonly calls: number;
}

/** Returns the bucket of a duration in microseconds. */
export function durationBucket(microseconds: number): number {
  return Math.round(Math.log(Math.max(microseconds, 1)) / Math.log(GROWTH));
}

/**
 * Returns a percentile of the durations in microseconds, such as 0.95: the nearest rank, within 2.5 %. Null without
 * calls.
 */
export function durationPercentile(buckets: readonly DurationBucket[], share: number): number | null {
  const sorted = buckets.toSorted((a, b) => a.bucket - b.bucket);
  const rank = Math.ceil(sorted.reduce((total, { calls }) => total + calls, 0) * share);
  let passed = 0;
  for (const { bucket, calls } of sorted) {
    passed += calls;
    if (calls > 0 && passed >= rank) return Math.round(GROWTH ** bucket);
  }
  return null;
}
