import { createServer, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

const DRIP_MS = 100;
const CHUNK = Buffer.alloc(65_536, 'x');
const BOMB = gzipSync(Buffer.alloc(20_000_000));
const HEAD = `x-head: ${'x'.repeat(1_000_000)}\r\n`;
const OK = 'HTTP/1.1 200 OK\r\n';
const BODILESS = 'content-length: 0\r\n';

function pour(socket: Socket): void {
  while (socket.writable && socket.write(CHUNK));
  socket.once('drain', () => {
    pour(socket);
  });
}

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('x: y\r\n'), DRIP_MS);
  socket.once('close', () => {
    clearInterval(timer);
  });
}

/** What an endpoint does with a call. */
export type Misdeed = (socket: Socket) => void;

const status =
  (head: string): Misdeed =>
  (socket) =>
    socket.end(`HTTP/1.1 ${head}\r\n${BODILESS}\r\n`);

/** What endpoints do to their callers. */
export const MISDEEDS = {
  fails: status('500 Internal Server Error'),
  isBusy: status('429 Too Many Requests\r\nretry-after: 1'),
  isGone: status('410 Gone'),
  redirects: status('301 Moved Permanently\r\nlocation: /'),
  resets: (socket) => socket.resetAndDestroy(),
  endsInTheHead: (socket) => socket.end(OK),
  hangs: () => undefined,
  drips: (socket) => {
    socket.write(OK);
    drip(socket);
  },
  pours: (socket) => {
    socket.write(`${OK}\r\n`);
    pour(socket);
  },
  bombs: (socket) => {
    socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`);
    socket.write(BOMB);
  },
  hasAHugeHead: (socket) => socket.end(`${OK}${HEAD}${BODILESS}\r\n`),
  // Not a misdeed, but each call needs its own connection.
  closes: (socket) => socket.end(`${OK}connection: close\r\n${BODILESS}\r\n`),
} as const satisfies Record<string, Misdeed>;

/** An endpoint that misbehaves. */
export interface MisbehavingEndpoint {
  readonly uri: string;
  /** Makes it answer properly from now on; open calls are cut. */
  readonly repent: () => void;
  readonly close: () => void;
}

/** Starts an endpoint that commits a misdeed on each call. */
export async function misbehaving(misdeed: Misdeed): Promise<MisbehavingEndpoint> {
  const sockets = new Set<Socket>();
  let answer = misdeed;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => {
      answer(socket);
    });
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    uri: `http://127.0.0.1:${port}/`,
    repent() {
      answer = MISDEEDS.closes;
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
