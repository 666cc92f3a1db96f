import type { DeliveryState } from './operations.ts';

/** Time spans of the chart, each with its number of bars, and by what the gateway counts them; null: it cannot. */
export const SPANS = [
  { title: '10 minutes', ms: 600_000, bars: 40, by: null },
  { title: '24 hours', ms: 86_400_000, bars: 24, by: 'HOUR' },
  { title: '30 days', ms: 2_592_000_000, bars: 30, by: 'DAY' },
  { title: '6 months', ms: 15_379_200_000, bars: 89, by: 'DAY' },
] as const;
export type Span = (typeof SPANS)[number];

/** Deliveries of a state that were sent at a time, in milliseconds, or from it on. */
export interface Counted {
  readonly at: number;
  readonly state: DeliveryState;
  readonly count: number;
}

export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly counts: Readonly<Record<DeliveryState, number>>;
}

/** Returns the bars of a span up to `now`, of deliveries by their current state. */
export function barsOf(counted: readonly Counted[], { ms, bars }: Span, now: number): readonly Bar[] {
  const width = ms / bars;
  // Bars start at multiples of their width, so that they do not drift as time passes.
  const end = Math.ceil(now / width) * width;
  const begin = end - ms;
  const counts = Array.from({ length: bars }, () => ({ SUCCESS: 0, FAILED: 0, HOLD: 0 }));
  for (const { at, state, count } of counted) {
    const bar = counts[Math.floor((at - begin) / width)];
    if (bar !== undefined) bar[state] += count;
  }
  return counts.map((count, nth) => ({ from: begin + nth * width, to: begin + (nth + 1) * width, counts: count }));
}
