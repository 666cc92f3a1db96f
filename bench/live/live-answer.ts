import { connect, type Socket } from 'node:net';
import { DOCUMENT } from './event.ts';
import type { Received } from './live-socket.ts';

/** A subscription over a streamed answer: how it is requested, and a mark that each of its messages has once. */
export interface AnswerWire {
  readonly path: string;
  readonly accept: string;
  readonly mark: string;
}

export const EVENT_STREAM: AnswerWire = {
  path: '/graphql/stream',
  accept: 'text/event-stream',
  mark: '\nevent: next\n',
};
export const MULTIPART: AnswerWire = {
  path: '/graphql',
  accept: 'multipart/mixed;subscriptionSpec=1.0',
  mark: '\r\n\r\n{"payload":',
};

const READ_BUFFER = Buffer.alloc(64 * 1024);
const BODY = JSON.stringify({ query: DOCUMENT });

/** A subscriber's answer that counts messages by their marks, and does not read them. */
export class LiveAnswer {
  private readonly socket: Socket;
  private readonly opened = Promise.withResolvers<undefined>();
  private readonly mark: Buffer;
  private readonly received: Received;
  /** The end of the last chunk: a mark may have begun in it. */
  private rest = Buffer.alloc(0);
  private isOpen = false;

  private constructor(port: number, wire: AnswerWire, received: Received) {
    this.mark = Buffer.from(wire.mark);
    this.received = received;
    this.socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: READ_BUFFER,
        callback: (length) => {
          this.read(READ_BUFFER.subarray(0, length));
          return true;
        },
      },
    });
    this.socket.on('error', this.opened.reject);
    this.socket.on('close', () => {
      this.opened.reject(new Error(`An answer was closed: ${this.rest.toString()}`));
    });
  }

  /** Subscribes; resolves once the answer has begun. */
  static async open(port: number, wire: AnswerWire, authorization: string, received: Received): Promise<LiveAnswer> {
    const answer = new LiveAnswer(port, wire, received);
    answer.socket.write(
      `POST ${wire.path} HTTP/1.1\r\nhost: localhost\r\naccept: ${wire.accept}\r\nauthorization: ${authorization}\r\n` +
        `content-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
    );
    await answer.opened.promise;
    return answer;
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    if (!this.isOpen) {
      this.isOpen = chunk.toString('latin1').startsWith('HTTP/1.1 200 ');
      if (this.isOpen) this.opened.resolve(undefined);
    }
    const bytes = Buffer.concat([this.rest, chunk]);
    let count = 0;
    for (let at = bytes.indexOf(this.mark); at >= 0; at = bytes.indexOf(this.mark, at + this.mark.length)) count += 1;
    // One byte shorter than a mark, so that none is counted twice.
    this.rest = Buffer.from(bytes.subarray(-this.mark.length + 1));
    this.received(chunk, count);
  }
}
