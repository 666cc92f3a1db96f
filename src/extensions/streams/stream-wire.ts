import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql';
import type { SharedResult } from '../../platform/sockets/shared-result.ts';

/** A wire format: how a stream is written as the body of an HTTP response. What all streams share is created once. */
export interface StreamWire {
  /** Its name in metrics. */
  readonly name: 'sse' | 'multipart';
  readonly contentType: string;
  /** The first bytes of the body. */
  readonly opening: Buffer;
  /** Shows that the stream is alive. */
  readonly heartbeat: Buffer;
  /** Returns an entry, in pieces. */
  frameOf(entry: SharedResult): readonly Buffer[];
  /** Returns a position without an entry; undefined if the format has none. */
  readonly frameOfCursor: ((cursor: string) => Buffer) | undefined;
  /** Returns the end of a body whose stream has failed. */
  ended(errors: readonly GraphQLFormattedError[]): Buffer;
  /** Returns the body of an operation that is not a stream; undefined if such operations are answered as usual. */
  readonly single: ((result: FormattedExecutionResult) => Buffer) | undefined;
}
