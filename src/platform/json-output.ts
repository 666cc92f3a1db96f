import { instantText } from './statements/instant.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** Bytes that a character takes at most, as UTF-16 counts characters. */
const BYTES_PER_CHARACTER_MAX = 3;
/** Where PostgreSQL's text of an instant in UTC has its parts: `2026-11-20 12:00:00.123+00`. */
const DATE_LENGTH = 10;
const MILLISECONDS_END = 23;
const OFFSET_LENGTH = 3;
const [T, Z, PLUS, ZERO] = [0x54, 0x5a, 0x2b, 0x30] as const;

/** Memory that outputs have pieces of: one of its own for each would cost as much as to write it. */
const SLAB_BYTES = 1_048_576;
let slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
let taken = 0;

function pieceOf(size: number): Buffer {
  if (size > SLAB_BYTES / 8) return Buffer.allocUnsafeSlow(size);
  if (taken + size > SLAB_BYTES) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    taken = 0;
  }
  taken += size;
  return slab.subarray(taken - size, taken);
}

/** JSON that is being written, in one piece of memory. */
export class Output {
  bytes: Buffer;
  length = 0;

  constructor(size: number) {
    this.bytes = pieceOf(size);
  }

  /** Makes sure that so many bytes more can be written. */
  room(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = pieceOf(2 * (this.length + more));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  text(text: string): void {
    this.room(text.length * BYTES_PER_CHARACTER_MAX);
    this.length += this.bytes.write(text, this.length);
  }

  byte(byte: number): void {
    this.bytes[this.length++] = byte;
  }

  /** Bytes for which there is room, one by one: of short ones that costs the least. */
  raw(from: Uint8Array, start: number, end: number): void {
    const { bytes } = this;
    let { length } = this;
    for (let at = start; at < end; at += 1) bytes[length++] = from[at] ?? 0;
    this.length = length;
  }

  /** A JSON string of UTF-8; there is room for six times its length and the quotes. */
  string(from: Buffer, start: number, end: number): void {
    const { bytes } = this;
    let { length } = this;
    bytes[length++] = QUOTE;
    for (let at = start; at < end; at += 1) {
      const byte = from[at] ?? 0;
      if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) {
        this.length += bytes.write(JSON.stringify(from.toString('utf8', start, end)), this.length);
        return;
      }
      bytes[length++] = byte;
    }
    bytes[length++] = QUOTE;
    this.length = length;
  }

  /** An instant as DateTime shows it; there is room for it. */
  instant(from: Buffer, start: number, end: number): void {
    if (end - start !== MILLISECONDS_END + OFFSET_LENGTH || !isInUtc(from, end)) {
      const text = from.toString('latin1', start, end);
      this.length += this.bytes.write(`"${text.charAt(DATE_LENGTH) === 'T' ? text : instantText(text)}"`, this.length);
      return;
    }
    this.string(from, start, start + MILLISECONDS_END);
    this.bytes[this.length - 1 - (MILLISECONDS_END - DATE_LENGTH)] = T;
    this.bytes[this.length - 1] = Z;
    this.bytes[this.length++] = QUOTE;
  }
}

function isInUtc(from: Buffer, end: number): boolean {
  return from[end - 3] === PLUS && from[end - 2] === ZERO && from[end - 1] === ZERO;
}
