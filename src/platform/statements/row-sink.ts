import type { SqlValue, Statement } from './statement.ts';

/** Receives rows as the bytes that the database sends, as they arrive; no values are created. */
export interface RowSink {
  /** @param at where the fields of a row begin: each is its length as Int32, -1 for null, and so many bytes of text */
  take(bytes: Buffer, at: number, end: number): void;
}

/** A statement whose rows are passed to a sink as bytes. */
export interface SunkRun {
  readonly statement: Statement;
  readonly values: readonly SqlValue[];
  readonly sink: RowSink;
}

/** Runs statements whose rows are passed to a sink. */
export interface RunsSunk {
  sink(run: SunkRun): Promise<void>;
}
