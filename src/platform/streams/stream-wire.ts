import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql';
import type { ShownEntry } from '../sockets/shown-entry.ts';

/** How a stream is written as the body of an HTTP answer. What is the same for all streams is made once. */
export interface StreamWire {
  /** As metrics name it. */
  readonly name: 'sse' | 'multipart';
  readonly contentType: string;
  /** What a body begins with. */
  readonly opening: Buffer;
  /** Says that the stream lives. */
  readonly heartbeat: Buffer;
  /** An entry, in pieces. */
  frameOf(entry: ShownEntry): readonly Buffer[];
  /** A place without an entry; undefined where the wire has none. */
  readonly placeOf: ((cursor: string) => Buffer) | undefined;
  /** How a body ends whose stream cannot go on. */
  ended(errors: readonly GraphQLFormattedError[]): Buffer;
  /** The body of an operation that is not a stream; undefined where those are answered as usual. */
  readonly single: ((result: FormattedExecutionResult) => Buffer) | undefined;
}
