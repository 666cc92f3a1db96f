import type { Delivery, DeliveryState } from './operations.ts';

/** Time spans of the chart, each with its number of bars. */
export const SPANS = [
  { title: '10 minutes', ms: 600_000, bars: 40 },
  { title: '24 hours', ms: 86_400_000, bars: 48 },
  { title: '30 days', ms: 2_592_000_000, bars: 30 },
  { title: '6 months', ms: 15_552_000_000, bars: 45 },
] as const;
export type Span = (typeof SPANS)[number];

export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly counts: Readonly<Record<DeliveryState, number>>;
}

/** Counts the deliveries that were sent in each part of the span up to `now`, by their current state. */
export function barsOf(deliveries: readonly Delivery[], { ms, bars }: Span, now: number): readonly Bar[] {
  const width = ms / bars;
  // Bars start at multiples of their width, so that they do not drift as time passes.
  const end = Math.ceil(now / width) * width;
  const begin = end - ms;
  const counts = Array.from({ length: bars }, () => ({ SUCCESS: 0, FAILED: 0, HOLD: 0 }));
  for (const { sentDate, state } of deliveries) {
    const bar = counts[Math.floor((Date.parse(sentDate) - begin) / width)];
    if (bar !== undefined) bar[state] += 1;
  }
  return counts.map((count, nth) => ({ from: begin + nth * width, to: begin + (nth + 1) * width, counts: count }));
}
