import type { BenchDatabases } from './database.ts';
import type { Options } from './options.ts';

/** What everything that is measured gets. */
export interface RunContext {
  readonly options: Options;
  readonly databases: BenchDatabases;
  /** A folder for this run; removed at its end. */
  readonly directory: string;
  /** Aborted when the run is to end. */
  readonly signal: AbortSignal;
}
