import type { BenchDatabases } from './database.ts';
import type { Options } from './options.ts';

/** What every measurement gets. */
export interface RunContext {
  readonly options: Options;
  readonly databases: BenchDatabases;
  /** A folder for this run; removed at the end. */
  readonly directory: string;
  /** Aborted when the run must end. */
  readonly signal: AbortSignal;
}
