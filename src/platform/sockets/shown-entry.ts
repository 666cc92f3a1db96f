import { isAnswerTooLarge, refusedAnswer } from '../graphql/operations/answer-size.ts';
import { textFrameHead } from './text-frame.ts';

/** The message `next` of an operation, up to what it shows. */
export function openingOf(id: string): Buffer {
  return Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);
}

/** An event as a subscription shows it: executed once, for all that share its view. */
export class ShownEntry {
  readonly position: number;
  private readonly cursor: () => string;
  private place: Buffer | undefined;
  /** The result and the end of the message that holds it. */
  private readonly bytes: Buffer;
  private head: Buffer = Buffer.alloc(0);
  private headedLength = -1;

  /** @param cursor makes the cursor of its place, once it is asked for */
  constructor(position: number, result: object, cursor: () => string) {
    this.position = position;
    this.cursor = cursor;
    const text = JSON.stringify(result);
    this.bytes = Buffer.from(`${isAnswerTooLarge(text) ? JSON.stringify(refusedAnswer()) : text}}`);
  }

  /** The result as JSON, closed by a brace of the object around it. */
  get closedResult(): Buffer {
    return this.bytes;
  }

  /** The result as JSON. */
  get result(): Buffer {
    return this.bytes.subarray(0, -1);
  }

  /** The cursor of its place, as `write` makes it: once for all. */
  placedBy(write: (cursor: string) => Buffer): Buffer {
    this.place ??= write(this.cursor());
    return this.place;
  }

  /** A frame with the message `next` of an operation, in pieces: they are copied once, when they leave. */
  frameAfter(opening: Buffer): readonly Buffer[] {
    const length = opening.length + this.bytes.length;
    // Most clients have ids of one length.
    if (this.headedLength !== length) {
      this.headedLength = length;
      this.head = textFrameHead(length);
    }
    return [this.head, opening, this.bytes];
  }
}
