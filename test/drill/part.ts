import type { DrillPrograms } from './packages.ts';
import type { PatroniCluster } from './patroni.ts';

/** What each part of the drill uses. */
export interface DrillSite {
  readonly programs: DrillPrograms;
  /** The drill's folder. */
  readonly folder: string;
  readonly cluster: PatroniCluster;
  readonly options: DrillOptions;
  /** Writes a line of progress. */
  readonly tell: (line: string) => void;
}

/** Extent of the drill. */
export interface DrillOptions {
  readonly rounds: number;
  /** Pockets per second. */
  readonly rate: number;
  readonly subscribers: number;
}

/** Result of a part. */
export interface Findings {
  /** Rows of the table: name and figure. */
  readonly figures: readonly (readonly [what: string, figure: string])[];
  /** What is wrong, one sentence each. */
  readonly wrong: readonly string[];
}

/** Returns the value below which the given part of all values is; NaN if there are no values. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Formats milliseconds as seconds. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}
