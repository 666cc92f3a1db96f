import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Takes over a connection from HTTP; `head` is what has arrived after the request. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** WebSockets at one path. */
export interface Upgrades {
  readonly path: string;
  readonly accept: UpgradeHandler;
  /** Ends all of them. */
  readonly stop: () => Promise<void>;
}

interface UpgradeRefusal {
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** Answers an upgrade request with an error in the format of GraphQL, and closes the connection. */
export function refuseUpgrade(
  socket: Duplex,
  status: number,
  { code, message, retryAfterSeconds }: UpgradeRefusal,
): void {
  const body = JSON.stringify({ errors: [{ message, extensions: { code } }] });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(retryAfterSeconds === undefined ? [] : [`retry-after: ${retryAfterSeconds}`]),
    'connection: close',
  ];
  // The connection has no other error listener any more.
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
