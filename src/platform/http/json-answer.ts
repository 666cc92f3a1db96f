import type { ServerResponse } from 'node:http';
import { heldAnswer } from './held-response.ts';
import type { RequestErrorCode } from '../graphql/errors/request-errors.ts';

/**
 * How much of a refused request is still read after its answer, in bytes, and for how long, in milliseconds (ours):
 * four times the largest body, and less than the longest wait for a request.
 */
const UNREAD_BYTES_MAX = 8 * 1024 * 1024;
const UNREAD_MS_MAX = 10_000;
/** Shorter answers are not held, in bytes (ours): a connection has only one, and the system buffers more. */
const HELD_BYTES_MIN = 16 * 1024;

/** Ends a response with JSON; HEAD requests get only its headers. */
export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  answerText(response, { status, type: 'application/json; charset=utf-8', text: JSON.stringify(body), headers });
}

export interface TextAnswer {
  readonly status: number;
  readonly type: string;
  /** A text, or its bytes. */
  readonly text: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called once the operating system has accepted all of it; not if the client has disconnected. */
  readonly whenSent?: () => void;
}

/** Ends a response with a text and its `content-length`. */
export function answerText(response: ServerResponse, answer: TextAnswer): void {
  const held: TextAnswer = answer.text.length > HELD_BYTES_MIN ? heldAnswer(response, answer) : answer;
  const { status, type, text, headers = {}, whenSent } = held;
  response.writeHead(status, {
    ...headers,
    'content-type': type,
    'content-length': typeof text === 'string' ? Buffer.byteLength(text) : text.length,
    'x-content-type-options': 'nosniff',
  });
  if (!response.req.complete && isLast(response, headers)) endOnceRead(response, text);
  else response.end(response.req.method === 'HEAD' ? undefined : text, whenSent);
}

/** Checks whether the connection is closed after a response, which the client may have requested. */
function isLast(response: ServerResponse, headers: Readonly<Record<string, string>>): boolean {
  return !response.shouldKeepAlive || (headers['connection'] ?? response.getHeader('connection')) === 'close';
}

/**
 * Sends the whole answer now, but ends the response only when the rest of the request has arrived, within bounds. Node
 * closes the connection at the end. With unread bytes that would be a reset, and clients that are still sending would
 * lose the answer (RFC 9112, 9.6).
 */
function endOnceRead(response: ServerResponse, text: string | Buffer): void {
  const { req: request } = response;
  let bytesLeft = UNREAD_BYTES_MAX;
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, UNREAD_MS_MAX).unref();
  response.write(text);
  request.on('data', ({ length }: Buffer) => {
    bytesLeft -= length;
    if (bytesLeft < 0) end();
  });
  if (request.closed) end();
  else request.once('close', end);
}

/** Ends a response with an error in the format of GraphQL, so that every client can read it. */
export function answerError(
  response: ServerResponse,
  status: number,
  { code, message, correlationId }: { code: RequestErrorCode; message: string; correlationId?: string | undefined },
  headers: Readonly<Record<string, string>> = {},
): void {
  const extensions = correlationId === undefined ? undefined : { correlationId };
  answerJson(response, status, { errors: [{ message, extensions: { code } }], extensions }, headers);
}
