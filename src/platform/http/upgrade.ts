import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestErrorCode } from '../graphql/errors/request-errors.ts';

/** Takes over a connection from HTTP; `head` is what has arrived after the request. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** WebSockets at one path. */
export interface Upgrades {
  readonly path: string;
  readonly accept: UpgradeHandler;
  /** Ends all of them. */
  readonly stop: () => Promise<void>;
}

/** Longest wait for a client to close a refused connection, in milliseconds (ours). */
const CLOSING_MS_MAX = 2_000;

interface UpgradeRefusal {
  readonly code: RequestErrorCode;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** Answers an upgrade request with an error in the format of GraphQL, and closes the connection. */
export function refuseUpgrade(
  socket: Duplex,
  status: number,
  { code, message, retryAfterSeconds }: UpgradeRefusal,
): void {
  const headers = retryAfterSeconds === undefined ? [] : [`retry-after: ${retryAfterSeconds}`];
  answerAndClose(socket, { status, body: { errors: [{ message, extensions: { code } }] }, headers });
}

interface LastAnswer {
  readonly status: number;
  readonly body: object;
  readonly headers?: readonly string[];
}

/** Answers on a connection that has no response, and closes it. */
export function answerAndClose(socket: Duplex, { status, body, headers = [] }: LastAnswer): void {
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    ...headers,
    'connection: close',
  ];
  const timer = setTimeout(() => socket.destroy(), CLOSING_MS_MAX).unref();
  socket.once('close', () => {
    clearTimeout(timer);
  });
  // The connection has no other error listener and no timeout any more. What the client still sends is read: unread, it
  // would reset the connection, and the client could lose the answer.
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.resume();
}
