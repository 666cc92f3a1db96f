import type { DrillPrograms } from './packages.ts';
import type { PatroniCluster } from './patroni.ts';

/** What a part of the drill works with. */
export interface DrillSite {
  readonly programs: DrillPrograms;
  /** A folder of the drill's own. */
  readonly folder: string;
  readonly cluster: PatroniCluster;
  readonly options: DrillOptions;
  /** Writes a line of progress. */
  readonly tell: (line: string) => void;
}

/** How much is done. */
export interface DrillOptions {
  readonly rounds: number;
  /** Pockets in a second. */
  readonly rate: number;
  readonly subscribers: number;
}

/** What a part has found. */
export interface Findings {
  /** Rows of the table: what was measured, and how much. */
  readonly figures: readonly (readonly [what: string, figure: string])[];
  /** What is not as it ought to be, a sentence each. */
  readonly wrong: readonly string[];
}

/** The value below which so much of all lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Milliseconds as seconds to be read. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}
