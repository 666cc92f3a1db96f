import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';

const HEADER_BYTES_MAX = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/**
 * How long an idle connection is kept: longer than load balancers keep theirs, which is mostly a minute. The client
 * must close first; otherwise a request can arrive at a connection that was just closed, and fails.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

const OPTIONS: ServerOptions = {
  maxHeaderSize: HEADER_BYTES_MAX,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  connectionsCheckingInterval: 1_000,
  // Any other upgrade, such as an offer of HTTP/2, is handled as a plain request.
  shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
};

/**
 * Creates a server for plain HTTP or TLS. Client certificates are optional: they are checked only where a token is
 * bound to one.
 */
export function createListener(tls: SecureContextOptions | undefined, listener: RequestListener): Server {
  const asking = { requestCert: true, rejectUnauthorized: false, handshakeTimeout: HEADERS_TIMEOUT_MS };
  const server =
    tls === undefined ? createServer(OPTIONS, listener) : createTlsServer({ ...OPTIONS, ...tls, ...asking }, listener);
  return server.on('timeout', closeIfSilent);
}

/**
 * Closes a connection whose time without traffic is over. After a pause of this process, as when a container has used up
 * its share of the processor, Node may fire timers before it reads: a request that has arrived meanwhile is read first.
 */
function closeIfSilent(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}
