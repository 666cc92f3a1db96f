import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { UnreadableBody } from '../../platform/http/unreadable-body.ts';
import type { RestBody } from './request-reader.ts';

/** Limits of a form besides its picture: parts, bytes of a part's headers, bytes of its text (ours). */
const PARTS_MAX = 20;
const HEADER_BYTES_MAX = 4 * 1024;
const TEXT_BYTES_MAX = 4 * 1024;
/** Size of the slices that are parsed, in bytes; a fault stops the parsing after its slice. */
const SLICE_BYTES = 16 * 1024;

/**
 * Reads a form (RFC 7578) that is entirely in memory. A part is a text; the one that is a file is base64. Empty parts
 * are ignored, and of several with one name the first counts.
 * @throws UnreadableBody 400
 */
export async function readForm(bytes: Buffer, contentType: string, file: string): Promise<RestBody> {
  const busboy = parserOf(contentType, file);
  const parts = new Map<string, string>();
  const repeated = new Set<string>();
  let fault: string | undefined;
  const keep = (name: string | undefined, text: string) => {
    if (name !== undefined && parts.has(name)) repeated.add(name);
    else if (name !== undefined) parts.set(name, text);
  };
  busboy.on('field', (name, text, _nameIsCut, isCut) => {
    if (isCut) fault = `A text part may have at most ${TEXT_BYTES_MAX / 1_024} kB.`;
    keep(name, text);
  });
  busboy.on('file', (name, stream) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      keep(name, Buffer.concat(chunks).toString('base64'));
    });
    // The whole form fails with it.
    stream.on('error', () => chunks.splice(0));
  });
  busboy.on('partsLimit', () => (fault = `A form may have at most ${PARTS_MAX} parts.`));
  const slices = function* () {
    for (let at = 0; at < bytes.length && fault === undefined; at += SLICE_BYTES)
      yield bytes.subarray(at, at + SLICE_BYTES);
  };
  await pipeline(Readable.from(slices()), busboy).catch(() => (fault ??= 'The form ends before its last boundary.'));
  if (fault !== undefined) throw unreadable(fault);
  const value = Object.fromEntries([...parts].filter(([, text]) => text !== ''));
  return { value, numberText: () => undefined, repeated: [...repeated].toSorted() };
}

function parserOf(contentType: string, file: string): BusboyInstance {
  const limits = { parts: PARTS_MAX, headerSize: HEADER_BYTES_MAX, fieldSize: TEXT_BYTES_MAX };
  try {
    return Busboy({ headers: { 'content-type': contentType }, isPartAFile: (name) => name === file, limits });
  } catch {
    throw unreadable('Give the boundary of the form in content-type.');
  }
}

function unreadable(message: string): UnreadableBody {
  return new UnreadableBody(400, 'BAD_REQUEST', message);
}
