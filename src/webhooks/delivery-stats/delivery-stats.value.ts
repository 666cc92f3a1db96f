import { durationPercentile, type DurationBucket } from '../archive/call-duration.value.ts';

/** Calls of one outcome and duration. */
export interface CallCount extends DurationBucket {
  readonly succeeded: boolean;
}

/** Calls of a period; durations in microseconds, null when there were none. */
export interface DeliveryStats {
  readonly succeeded: number;
  readonly failed: number;
  readonly p50Us: number | null;
  readonly p95Us: number | null;
}

/** Adds up the calls of a period. */
export function deliveryStats(counts: readonly CallCount[]): DeliveryStats {
  const sum = (succeeded: boolean) =>
    counts.filter((count) => count.succeeded === succeeded).reduce((total, { calls }) => total + calls, 0);
  return {
    succeeded: sum(true),
    failed: sum(false),
    p50Us: durationPercentile(counts, 0.5),
    p95Us: durationPercentile(counts, 0.95),
  };
}
