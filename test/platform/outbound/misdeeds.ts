import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { listenRaw, TIMEOUT_MS, type Endpoint } from './endpoints.ts';

export const OK_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';
export const CHUNK = Buffer.alloc(50_000, 'x');
export const LONG_HEADERS = Buffer.from(`x: ${'y'.repeat(1_000)}\r\n`.repeat(10));
/** Interval between drips, in milliseconds. */
const DRIP_MS = 20;

/** Answers the first bytes of a request with `write`. */
export function answering(write: (socket: Socket) => void): Promise<Endpoint> {
  return listenRaw((socket) =>
    socket
      .once('data', () => {
        write(socket);
      })
      .resume(),
  );
}

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), DRIP_MS);
  socket.once('close', () => {
    clearInterval(timer);
  });
}

/** Writes a chunk again and again, as long as the other side reads. */
export function pour(socket: Socket, chunk: Buffer, times = Infinity): void {
  let left = times;
  while (left > 0 && socket.writable) {
    left -= 1;
    if (!socket.write(chunk)) break;
  }
  if (left > 0)
    socket.once('drain', () => {
      pour(socket, chunk, left);
    });
}

/** A gzip of zeros: 1,000 times as large once unpacked. */
const bomb = gzipSync(Buffer.alloc(50_000_000));

type Misdeed = readonly [name: string, write: (socket: Socket) => void, outcome: object];

export const timedOut = { failure: { kind: 'timeout', message: `timeout after ${TIMEOUT_MS / 1_000} s` } };
const closed = { failure: { kind: 'reset', message: 'connection closed before the answer' } };
const notHttp = { failure: { kind: 'protocol', message: 'the answer is not valid HTTP' } };
const headTooLarge = { failure: { kind: 'protocol', message: 'the headers of the answer are too large' } };

export const misdeeds: readonly Misdeed[] = [
  ['hangs', () => undefined, timedOut],
  [
    'drips its head',
    (socket) => {
      socket.write(OK_HEAD);
      drip(socket, 'x: y\r\n');
    },
    timedOut,
  ],
  [
    'sends interim answers without end',
    (socket) => {
      drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n');
    },
    timedOut,
  ],
  ['closes at once', (socket) => socket.end(), closed],
  ['closes in the head', (socket) => socket.end(OK_HEAD), closed],
  ['resets', (socket) => socket.resetAndDestroy(), closed],
  ['resets in the head', (socket) => socket.write(OK_HEAD, () => socket.resetAndDestroy()), closed],
  ['speaks no HTTP', (socket) => socket.write('220 smtp.partner.example ESMTP\r\n'), notHttp],
  [
    'wants another protocol',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    notHttp,
  ],
  ['says go on', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), timedOut],
  ['has two lengths', (socket) => socket.write(`${OK_HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\nab`), notHttp],
  ['has huge headers', (socket) => socket.write(`${OK_HEAD}x: ${'y'.repeat(100_000)}\r\n\r\n`), headTooLarge],
  [
    'has headers without end',
    (socket) => {
      socket.write(OK_HEAD);
      pour(socket, LONG_HEADERS);
    },
    headTooLarge,
  ],
  [
    'drips its body',
    (socket) => {
      socket.write(`${OK_HEAD}content-length: 100000\r\n\r\n`);
      drip(socket, 'x');
    },
    { status: 200 },
  ],
  ['promises a body and closes', (socket) => socket.end(`${OK_HEAD}content-length: 9\r\n\r\nx`), { status: 200 }],
  [
    'has 10 MB to say',
    (socket) => {
      socket.write(`${OK_HEAD}content-length: 10000000\r\n\r\n`);
      pour(socket, CHUNK, 200);
    },
    { status: 200 },
  ],
  [
    'has a body without end',
    (socket) => {
      socket.write(`${OK_HEAD}\r\n`);
      pour(socket, CHUNK);
    },
    { status: 200 },
  ],
  [
    'sends a gzip bomb',
    (socket) => {
      socket.write(`${OK_HEAD}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    },
    { status: 200 },
  ],
];
