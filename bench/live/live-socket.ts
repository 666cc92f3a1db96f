import { randomBytes, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { DOCUMENT } from './event.ts';
import { FrameCounter } from './frame-counter.ts';

const HEAD_END = '\r\n\r\n';
/** Final frames of a client (RFC 6455, 5.2); masked as required, but with zeros. */
const FINAL_TEXT = 0x81;
const FINAL_PONG = 0x8a;
const MASKED = 0x80;
const LENGTH_16_BITS = 126;
const NO_MASK = Buffer.alloc(4);
const PONG = Buffer.concat([Buffer.from([FINAL_PONG, MASKED]), NO_MASK]);

/** Buffer that all sockets are read into: each callback is done with it before the next read. */
const READ_BUFFER = Buffer.alloc(64 * 1024);

/** Called with each chunk that arrives, and how many messages began in it. */
export type Received = (chunk: Buffer, messages: number) => void;

/**
 * A subscriber's socket that counts messages and does not read them. It is cheap, so that what is measured is the
 * server: no streams, no buffer of its own, and bodies are skipped.
 */
export class LiveSocket {
  private readonly socket: Socket;
  private readonly received: Received;
  private readonly opened = Promise.withResolvers<undefined>();
  private readonly counter: FrameCounter;
  private head = '';
  private isUpgraded = false;
  private isAcknowledged = false;

  private constructor(port: number, received: Received) {
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
    this.counter = new FrameCounter(() => this.socket.write(PONG));
    this.socket.on('error', this.opened.reject);
    this.socket.on('close', () => {
      this.opened.reject(new Error(`A socket was closed: ${this.head}`));
    });
  }

  /** Opens a socket and sends `connection_init`; resolves once that is acknowledged. */
  static async open(port: number, introduction: object, received: Received): Promise<LiveSocket> {
    const live = new LiveSocket(port, received);
    const key = randomBytes(16).toString('base64');
    live.socket.write(
      'GET /graphql HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n' +
        `sec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\nsec-websocket-protocol: graphql-transport-ws${HEAD_END}`,
    );
    live.send({ type: 'connection_init', payload: introduction });
    await live.opened.promise;
    return live;
  }

  subscribe(): void {
    this.send({ id: randomUUID(), type: 'subscribe', payload: { query: DOCUMENT } });
  }

  close(): void {
    this.socket.destroy();
  }

  private send(message: object): void {
    this.socket.write(clientFrame(JSON.stringify(message)));
  }

  private read(chunk: Buffer): void {
    const frames = this.isUpgraded ? chunk : this.afterHead(chunk);
    const messages = this.counter.count(frames);
    if (this.isAcknowledged) this.received(frames, messages);
    else if (messages > 0) {
      this.isAcknowledged = true;
      this.opened.resolve(undefined);
    }
  }

  /** Returns the bytes of a chunk that follow the head of the server's answer. */
  private afterHead(chunk: Buffer): Buffer {
    const before = this.head.length;
    this.head += chunk.toString('latin1');
    const end = this.head.indexOf(HEAD_END);
    this.isUpgraded = end >= 0;
    return this.isUpgraded ? chunk.subarray(end + HEAD_END.length - before) : Buffer.alloc(0);
  }
}

function clientFrame(text: string): Buffer {
  const body = Buffer.from(text);
  const length =
    body.length < LENGTH_16_BITS
      ? [MASKED | body.length]
      : [MASKED | LENGTH_16_BITS, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([FINAL_TEXT, ...length]), NO_MASK, body]);
}
