import { isAnswerTooLarge, refusedAnswer } from '../graphql/errors/answer-size.ts';
import { textFrameHead } from './text-frame.ts';

/** Returns the start of an operation's `next` message, up to its payload. */
export function openingOf(id: string): Buffer {
  return Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);
}

/** The result of a subscription for an event: executed once, for all members that share its view. */
export class SharedResult {
  readonly position: number;
  private readonly cursor: () => string;
  private writtenCursor: Buffer | undefined;
  /** The result and the end of the message that contains it. */
  private readonly bytes: Buffer;
  private head: Buffer = Buffer.alloc(0);
  private headedLength = -1;

  /** @param cursor returns the cursor of `position`; called only when it is needed */
  constructor(position: number, result: object, cursor: () => string) {
    this.position = position;
    this.cursor = cursor;
    const text = JSON.stringify(result);
    this.bytes = Buffer.from(`${isAnswerTooLarge(text) ? JSON.stringify(refusedAnswer()) : text}}`);
  }

  /** Its size in bytes. */
  get length(): number {
    return this.bytes.length;
  }

  /** The result as JSON, followed by the closing brace of the object around it. */
  get closedResult(): Buffer {
    return this.bytes;
  }

  /** The result as JSON. */
  get result(): Buffer {
    return this.bytes.subarray(0, -1);
  }

  /** Returns its cursor as written by `write`, which is called once for all members. */
  cursorAs(write: (cursor: string) => Buffer): Buffer {
    this.writtenCursor ??= write(this.cursor());
    return this.writtenCursor;
  }

  /** Returns a frame with an operation's `next` message, in pieces that are copied only once, when they are sent. */
  frameAfter(opening: Buffer): readonly Buffer[] {
    const length = opening.length + this.bytes.length;
    // The ids of most clients have the same length.
    if (this.headedLength !== length) {
      this.headedLength = length;
      this.head = textFrameHead(length);
    }
    return [this.head, opening, this.bytes];
  }
}
