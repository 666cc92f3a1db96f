import { createServer, IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions } from 'node:tls';
import { fieldAt } from '../../kernel/fields.ts';
import type { RequestErrorCode } from '../graphql/errors/request-errors.ts';
import { errorCode } from '../error-code.ts';
import { HeldResponse } from './held-response.ts';
import { cutSlowReaders } from './slow-readers.ts';
import { answerAndClose } from './upgrade.ts';

const HEADER_BYTES_MAX = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/**
 * How long an idle connection is kept: longer than load balancers keep theirs, which is mostly a minute. The client
 * must close first; otherwise a request can arrive at a connection that was just closed, and fails.
 */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/**
 * How many chunks of a body can be tiny, and what is tiny, in bytes (ours): reading a chunk takes as long and as much
 * memory for one byte as for kilobytes, and Node reads a connection without a break for others.
 */
const TINY_CHUNKS_MAX = 2_000;
const TINY_BYTES = 64;

/** A request whose connection ends if its body arrives in too many tiny chunks. */
class BoundedRequest extends IncomingMessage {
  private tinyChunks = 0;

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (Buffer.isBuffer(chunk) && chunk.length < TINY_BYTES) this.tinyChunks += 1;
    if (this.tinyChunks <= TINY_CHUNKS_MAX) return super.push(chunk, encoding);
    if (this.socket.destroyed) return false;
    // After its response nothing more is expected: an error would be read as the answer to the next request.
    if (fieldAt(this.socket, '_httpMessage') instanceof Object) refuseUnparsed(new TooManyChunks(), this.socket);
    // At once: until a connection ends in good order, Node would read what has arrived, and all that arrives meanwhile.
    this.socket.destroy();
    return false;
  }

  /** Called by Node once the response is complete: what is left of the body is discarded, and counted. */
  _dump(): void {
    this.removeAllListeners('data');
    this.resume();
  }
}

class TooManyChunks extends Error {
  readonly code = 'TOO_MANY_CHUNKS';
}

const OPTIONS: ServerOptions = {
  IncomingMessage: BoundedRequest,
  ServerResponse: HeldResponse,
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
  cutSlowReaders(server);
  return server.on('timeout', closeIfSilent).on('clientError', refuseUnparsed);
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

/** What Node cannot read as a request, by its codes; anything else is `NOT_HTTP`. */
const UNPARSED: ReadonlyMap<string | undefined, readonly [status: number, message: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, `The head of the request is longer than ${HEADER_BYTES_MAX / 1024} KiB.`]],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'The chunk extensions of the request are too long.']],
  ['TOO_MANY_CHUNKS', [413, `The body has more than ${TINY_CHUNKS_MAX} chunks of less than ${TINY_BYTES} bytes.`]],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request did not arrive in time.']],
]);
const NOT_HTTP = [400, 'The request is not valid HTTP.'] as const;

/**
 * Answers what is no request with an error in the formats of GraphQL and of the partner API, as its path is not known.
 * If an earlier response has begun, the connection is only closed, as Node does: the error would be read as its body.
 */
function refuseUnparsed(error: Error, socket: Duplex): void {
  if (socket.writableEnded) return;
  if (!socket.writable || fieldAt(socket, '_httpMessage._headerSent') === true) {
    socket.destroy(error);
    return;
  }
  const code: RequestErrorCode = 'BAD_REQUEST';
  const [status, message] = UNPARSED.get(errorCode(error)) ?? NOT_HTTP;
  answerAndClose(socket, { status, body: { errors: [{ code, messages: [message], message, extensions: { code } }] } });
}
