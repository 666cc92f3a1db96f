import type { ExecutionResult } from 'graphql';
import type { Operation } from '../documents/operation.ts';

/** The `data` of a response as JSON that is written already, from `{"data":` to its end; more text can follow. */
export interface WrittenJson {
  /** What is written is its first `length` bytes. */
  readonly bytes: Buffer;
  readonly length: number;
  text(text: string): void;
  /** Returns its memory for reuse. Call it only when nothing reads or writes it any more. */
  readonly release: () => void;
}

/** Executes queries for lists without an object for a row: what a caller who accepts bytes is answered with. */
export interface BytePages<Context> {
  /** Prepares an operation that will be run. */
  prepare(operation: Operation): void;
  /** Executes an operation; returns undefined if that is left to the executor. */
  run(
    operation: Operation,
    context: Context,
    inputs: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly written: WrittenJson } | ExecutionResult | undefined>;
}
