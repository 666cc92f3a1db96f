import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { isIntricate, MARKS_MAX } from '../intricate-json.ts';
import type { OneEachTurn } from '../loops/one-each-turn.ts';
import { LARGE_BYTES, type BodyMemory } from './body-limits.ts';
import { UnreadableBody } from './unreadable-body.ts';

/** Largest body, in bytes. */
export const BODY_BYTES_MAX = 256 * 1024;
/** Largest body of an operation with a picture, in bytes: a picture of 1 MiB takes 1.33 MiB in base64. */
export const LARGE_BODY_BYTES_MAX = 2 * 1024 * 1024;

const TOO_INTRICATE = `The body has too many lists, objects and commas: at most ${MARKS_MAX}.`;

/** Requirements for a body. */
export interface BodyRules {
  readonly mediaType: string;
  readonly bytesMax: number;
  /** Counts the bytes that are kept; absent: unlimited. */
  readonly memory?: BodyMemory;
  /** Turns of the event loop in which large bodies are read, one per turn. */
  readonly turns?: OneEachTurn;
  /** Whose body it is: large ones of all callers take turns. */
  readonly owner?: string;
}

/**
 * Reads a body as text.
 * @throws UnreadableBody with an HTTP status: 400, 413, 415, 429 or 503
 */
export async function readBody(request: IncomingMessage, rules: BodyRules): Promise<string> {
  const bytes = await readBytes(request, rules);
  if (isIntricate(bytes)) throw new UnreadableBody(400, 'BAD_REQUEST', TOO_INTRICATE);
  if (!isUtf8(bytes)) throw new UnreadableBody(400, 'BAD_REQUEST', 'The body is not valid UTF-8.');
  return bytes.toString('utf8');
}

/**
 * Reads a body as bytes.
 * @throws UnreadableBody with an HTTP status: 400, 413, 415, 429 or 503
 */
export async function readBytes(request: IncomingMessage, rules: BodyRules): Promise<Buffer> {
  checkHeaders(request, rules);
  const bytes = await allBytes(request, rules);
  if (bytes.length > LARGE_BYTES) await rules.turns?.take(rules.owner);
  return bytes;
}

function checkHeaders(request: IncomingMessage, { mediaType, bytesMax }: BodyRules): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new UnreadableBody(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'Compressed bodies are not accepted: send the body as it is.',
    );
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  if (type.trim() !== mediaType || !/^(charset="?utf-?8"?)?$/.test(charset ?? ''))
    throw new UnreadableBody(415, 'UNSUPPORTED_MEDIA_TYPE', `Send the body as ${mediaType}, in UTF-8.`);
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
}

function allBytes(request: IncomingMessage, { bytesMax, memory, turns, owner }: BodyRules): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const read = (chunk: Buffer) => {
      length += chunk.length;
      const refusal = length > bytesMax ? tooLarge(bytesMax) : memory?.take(chunk.length);
      if (refusal === undefined) {
        chunks.push(chunk);
        if (turns !== undefined && length > LARGE_BYTES) {
          request.pause();
          void turns.take(owner).then(() => request.resume());
        }
        return;
      }
      request.off('data', read);
      chunks.length = 0;
      memory?.release();
      reject(refusal);
    };
    request.on('data', read);
    request.once('end', () => {
      const [only] = chunks;
      resolve(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks));
    });
    const cutOff = () => {
      if (!request.readableEnded) reject(new UnreadableBody(400, 'BAD_REQUEST', 'The request was cut off.'));
    };
    request.once('error', cutOff);
    request.once('close', cutOff);
    // Its client has disconnected while its token was verified: no more events follow.
    if (request.destroyed) cutOff();
  });
}

function tooLarge(bytesMax: number): UnreadableBody {
  return new UnreadableBody(413, 'PAYLOAD_TOO_LARGE', `The body is larger than ${bytesMax / 1024} kB.`);
}
