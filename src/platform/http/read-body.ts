import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** Largest body, in bytes. */
export const BODY_BYTES_MAX = 256 * 1024;
/** Largest body of an operation that carries a picture: 1 MiB of it in base64, and as much room again. */
export const LARGE_BODY_BYTES_MAX = 2 * 1024 * 1024;

/** A body that is not read further: too large, compressed, of another type, or no UTF-8. */
export class UnreadableBody extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Reads a body of at most `bytesMax` bytes as text.
 * @throws UnreadableBody with an HTTP status: 413, 415 or 400
 */
export async function readBody(
  request: IncomingMessage,
  mediaType: string,
  bytesMax: number = BODY_BYTES_MAX,
): Promise<string> {
  checkHeaders(request, mediaType, bytesMax);
  const bytes = await readBytes(request, bytesMax);
  if (!isUtf8(bytes)) throw new UnreadableBody(400, 'BAD_REQUEST', 'The body is not valid UTF-8.');
  return bytes.toString('utf8');
}

function checkHeaders(request: IncomingMessage, mediaType: string, bytesMax: number): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new UnreadableBody(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'Compressed bodies are not accepted: send the body as it is.',
    );
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  if (type.trim() !== mediaType || !/^(charset="?utf-?8"?)?$/.test(charset ?? ''))
    throw new UnreadableBody(415, 'UNSUPPORTED_MEDIA_TYPE', `Send the body as ${mediaType}; charset=utf-8.`);
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
}

function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > bytesMax) reject(tooLarge(bytesMax));
      else chunks.push(chunk);
    });
    request.once('end', () => {
      const [only] = chunks;
      resolve(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks));
    });
    request.once('error', reject);
    request.once('close', () => {
      if (!request.complete) reject(new UnreadableBody(400, 'BAD_REQUEST', 'The request was cut off.'));
    });
  });
}

function tooLarge(bytesMax: number): UnreadableBody {
  return new UnreadableBody(413, 'PAYLOAD_TOO_LARGE', `The body is larger than ${bytesMax / 1024} kB.`);
}
