import { Socket } from 'node:net';
import { buildConnector, errors } from 'undici';

/** Largest head of an answer, and of all interim answers before it, in bytes. */
export const HEAD_BYTES_MAX = 16 * 1024;

/** Opens a connection, and returns its socket immediately. */
export type OpenConnection = (target: buildConnector.Options, callback: buildConnector.Callback) => Socket;

/** Opens connections as undici does, except that they read over interim answers such as `100 Continue`. */
export function openConnectionWith(options: buildConnector.BuildOptions): OpenConnection {
  const open: (...given: Parameters<OpenConnection>) => unknown = buildConnector({
    // Even if the environment disables it (NODE_TLS_REJECT_UNAUTHORIZED).
    rejectUnauthorized: true,
    // One request at a time per connection, so that an aborted one does not end others.
    allowH2: false,
    ...options,
  });
  return (target, callback) => {
    const socket = open(target, callback);
    if (!(socket instanceof Socket)) throw new TypeError('undici opens connections without showing their sockets.');
    readOverInterimAnswers(socket);
    return socket;
  };
}

const NOTHING = Buffer.alloc(0);
/** The beginning of an interim answer; 101 is none, and only answers a request for another protocol. */
const INTERIM = /^HTTP\/1\.\d 1(?!01)\d\d$/;
const INTERIM_LENGTH = 'HTTP/1.1 100'.length;
const END_OF_HEAD = '\r\n\r\n';

/**
 * Any server may send interim answers before its answer (RFC 9110, 15.2), but undici ends a connection on which it reads
 * `100 Continue`. An answer begins with what is read after something was sent, since requests are sent as a whole, and
 * one at a time.
 */
function readOverInterimAnswers(socket: Socket): void {
  const read: (bytes?: number) => unknown = socket.read.bind(socket);
  let sentBefore = 0;
  let interimBytes = 0;
  let held: Buffer = NOTHING;
  const readAnswers = (bytes?: number): unknown => {
    for (let chunk = read(bytes); ; chunk = read(bytes)) {
      const sent = socket.bytesWritten;
      if (!Buffer.isBuffer(chunk) || sent === sentBefore) return chunk;
      const received = held === NOTHING ? chunk : Buffer.concat([held, chunk]);
      const start = endOfInterim(received);
      interimBytes += start;
      held = received.subarray(start);
      if (held.length >= INTERIM_LENGTH && !isInterim(held)) {
        const answer = held;
        [sentBefore, interimBytes, held] = [sent, 0, NOTHING];
        return answer;
      }
      if (interimBytes + held.length > HEAD_BYTES_MAX) socket.destroy(new errors.HeadersOverflowError());
    }
  };
  socket.read = readAnswers;
}

/** Returns where the complete interim answers end with which a text begins; 0: there are none. */
function endOfInterim(received: Buffer): number {
  let end = 0;
  while (isInterim(received.subarray(end))) {
    const at = received.indexOf(END_OF_HEAD, end);
    if (at < 0) break;
    end = at + END_OF_HEAD.length;
  }
  return end;
}

function isInterim(received: Buffer): boolean {
  return INTERIM.test(received.toString('latin1', 0, INTERIM_LENGTH));
}
