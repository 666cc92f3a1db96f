import { textFrame } from './text-frame.ts';

/** An event as a subscription shows it: executed once, for all that share its view. */
export class ShownEntry {
  readonly position: number;
  /** The result and the end of the message that holds it. */
  private readonly bytes: Buffer;
  private lastId: string | undefined;
  private lastFrame: Buffer | undefined;

  constructor(position: number, result: object) {
    this.position = position;
    this.bytes = Buffer.from(`${JSON.stringify(result)}}`);
  }

  /** The message `next` for an operation. Sockets whose clients number operations alike share one frame. */
  frameFor(id: string): Buffer {
    if (this.lastFrame === undefined || this.lastId !== id) {
      this.lastId = id;
      this.lastFrame = textFrame([Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`), this.bytes]);
    }
    return this.lastFrame;
  }

  get length(): number {
    return this.bytes.length;
  }
}
