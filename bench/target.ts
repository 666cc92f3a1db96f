/** What is wanted of something that was measured. */
export interface Target {
  readonly what: string;
  /** What was measured, with its unit. */
  readonly now: string;
  readonly wanted: string;
  readonly isReached: boolean;
}

/** A ratio that is to be so large. */
export function atLeast(what: string, ratio: number, wanted: number): Target {
  return { what, now: ratio.toFixed(2), wanted: `at least ${wanted}`, isReached: ratio >= wanted };
}

/** A figure that is to be no larger. */
export function atMost(what: string, figure: number, wanted: number, unit = ''): Target {
  const now = figure.toFixed(figure < 10 ? 2 : 0);
  return { what, now: `${now}${unit}`, wanted: `at most ${wanted}${unit}`, isReached: figure <= wanted };
}
