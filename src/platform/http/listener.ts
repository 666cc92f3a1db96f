import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { SecureContextOptions } from 'node:tls';

const HEADER_BYTES_MAX = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/**
 * How long an idle connection is kept: longer than load balancers keep theirs, a minute mostly. The side that closes first must
 * be the client, or a request meets a connection that has just been closed and fails.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

const OPTIONS: ServerOptions = {
  maxHeaderSize: HEADER_BYTES_MAX,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  connectionsCheckingInterval: 1_000,
  // Any other upgrade, such as a client's offer to speak HTTP/2, is a request like all others.
  shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
};

/**
 * What connections arrive at, in the clear or over TLS. A client may show a certificate and need not: whether one is good
 * is asked where a token is bound to it.
 */
export function createListener(tls: SecureContextOptions | undefined, listener: RequestListener): Server {
  if (tls === undefined) return createServer(OPTIONS, listener);
  const asking = { requestCert: true, rejectUnauthorized: false, handshakeTimeout: HEADERS_TIMEOUT_MS };
  return createTlsServer({ ...OPTIONS, ...tls, ...asking }, listener);
}
