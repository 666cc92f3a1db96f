/** Bounds from reliability.md. */
const LOOP_BLOCKED_MS_MAX = 200;
const HEAP_BYTES_MAX = 512 * 2 ** 20;
const SLOWER_MAX = 2;
/**
 * Times below these do not count as slowed down (ours), in milliseconds: the attacker uses one core of the machine, and
 * other programs another. Real findings took longer: 325 ms with scrapers, 667 with replays, 25 s with introspection.
 */
const P99_FLOOR_MS = 250;
const DELIVERED_FLOOR_MS = 1_500;
/** How often a request or a delivery waits for a process at most: gateway, database, measuring process (ours). */
const WAITS = 4;
const MIB = 2 ** 20;

/** Measurements during an abuse, of the product and of the other partner. */
export interface AbuseFigures {
  readonly pidBefore: number;
  readonly pidAfter: number;
  readonly blockedMs: number;
  readonly heapUsed: number;
  /** Slowest answer of /health/live, which does nothing. */
  readonly pingMaxMs: number;
  /** Slowest answer of a server that does nothing: the delay of a busy machine. */
  readonly barePingMaxMs: number;
  readonly baselineP99Ms: number;
  readonly p99Ms: number;
  readonly baselineDeliveredMs: number;
  readonly deliveredMs: number;
  /** Wrong answers to the other partner. */
  readonly wrong: readonly string[];
}

/** What is wrong with the figures, one sentence each; if `isTimed`, a busy machine can be the reason. */
export interface Verdict {
  readonly sentence: string;
  readonly isTimed: boolean;
}

export function judgeAbuse(figures: AbuseFigures): Verdict[] {
  const { pidBefore, pidAfter, blockedMs, heapUsed, wrong } = figures;
  const busyMs = figures.barePingMaxMs * WAITS;
  const p99Max = Math.max(figures.baselineP99Ms * SLOWER_MAX, P99_FLOOR_MS) + busyMs;
  const deliveredMax = Math.max(figures.baselineDeliveredMs * SLOWER_MAX, DELIVERED_FLOOR_MS) + busyMs;
  const found: (Verdict | false)[] = [
    pidBefore !== pidAfter && lasting(`the process ${pidBefore} became ${pidAfter}`),
    heapUsed > HEAP_BYTES_MAX && lasting(`the heap grew to ${Math.round(heapUsed / MIB)} MiB, of 512`),
    wrong.length > 0 && lasting(`the other partner was answered wrongly ${wrong.length} times: ${wrong[0]}`),
    blockedMs > LOOP_BLOCKED_MS_MAX && timed(`the event loop was blocked for ${blockedMs.toFixed(0)} ms, of 200`),
    figures.pingMaxMs > p99Max &&
      timed(`/health/live took ${figures.pingMaxMs.toFixed(0)} ms, of ${p99Max.toFixed(0)}`),
    figures.p99Ms > p99Max &&
      timed(
        `the other's p99 was ${figures.p99Ms.toFixed(0)} ms, of ${p99Max.toFixed(0)} (twice its baseline, on a machine that kept a bare server for ${figures.barePingMaxMs.toFixed(0)} ms)`,
      ),
    figures.deliveredMs > deliveredMax &&
      timed(`the other's delivery took ${figures.deliveredMs.toFixed(0)} ms, of ${deliveredMax.toFixed(0)}`),
  ];
  return found.filter((verdict) => verdict !== false);
}

const lasting = (sentence: string): Verdict => ({ sentence, isTimed: false });
const timed = (sentence: string): Verdict => ({ sentence, isTimed: true });

/** A figure that must stay flat. */
export interface Series {
  readonly name: string;
  /** How much it may grow from the warm-up to the end: by this number, or by this part of it. */
  readonly growthMax: number;
  readonly partMax: number;
  /** Seconds during which it grows by design, since its rows are kept for so long. */
  readonly settlesAfterSeconds: number;
}

export interface Point {
  readonly atSeconds: number;
  readonly value: number;
}

/** Fewest points for a judgement, and the part of a run that is its warm-up. */
const POINTS_MIN = 6;
const WARM_UP_PART = 0.25;

/** Returns a sentence if a figure grew over the run: compares the median of the last third with that of the first. */
export function judgeSeries(series: Series, points: readonly Point[]): string | undefined {
  const warm = warmPoints(series, points);
  if (warm === undefined) return undefined;
  const third = Math.floor(warm.length / 3);
  const first = median(warm.slice(0, third).map(({ value }) => value));
  const last = median(warm.slice(-third).map(({ value }) => value));
  const allowed = Math.max(series.growthMax, first * series.partMax);
  if (last - first <= allowed) return undefined;
  return `${series.name} grew from ${first} to ${last}, by more than ${allowed}: ${slopePerMinute(warm).toFixed(2)} a minute`;
}

/** Returns the points after the warm-up; undefined if there are too few. */
function warmPoints({ settlesAfterSeconds }: Series, points: readonly Point[]): readonly Point[] | undefined {
  const end = points.at(-1)?.atSeconds ?? 0;
  if (end < settlesAfterSeconds * 2) return undefined;
  const warm = points.filter(({ atSeconds }) => atSeconds >= Math.max(settlesAfterSeconds, end * WARM_UP_PART));
  return warm.length < POINTS_MIN ? undefined : warm;
}

/** Returns the slope by Theil and Sen: the median of all pairs, which single outliers do not move. */
export function slopePerMinute(points: readonly Point[]): number {
  const slopes = points.flatMap((one, index) =>
    points.slice(index + 1).map((other) => ((other.value - one.value) / (other.atSeconds - one.atSeconds)) * 60),
  );
  return median(slopes);
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the smallest value that the part `share` of all values does not exceed; 0 if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
