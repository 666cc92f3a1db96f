/** A target for a measurement, and whether it was reached. */
export interface Target {
  readonly what: string;
  /** What was measured, with its unit. */
  readonly now: string;
  readonly wanted: string;
  readonly isReached: boolean;
}

/** Returns a target for a ratio that must be at least `wanted`. */
export function atLeast(what: string, ratio: number, wanted: number): Target {
  return { what, now: ratio.toFixed(2), wanted: `at least ${wanted}`, isReached: ratio >= wanted };
}

/** Returns a target for a figure that must be at most `wanted`. */
export function atMost(what: string, figure: number, wanted: number, unit = ''): Target {
  const now = figure.toFixed(figure < 10 ? 2 : 0);
  return { what, now: `${now}${unit}`, wanted: `at most ${wanted}${unit}`, isReached: figure <= wanted };
}
