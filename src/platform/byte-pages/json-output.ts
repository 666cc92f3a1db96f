import { durationText, MICROSECONDS_PER_SECOND, SECONDS_PER_MINUTE } from '../../kernel/duration.ts';
import { instantText } from '../statements/instant.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const BYTES_PER_CHARACTER_MAX = 3;
/** Positions of the parts of an instant in UTC in PostgreSQL's text: `2026-11-20 12:00:00.123+00`. */
const DATE_LENGTH = 10;
const MILLISECONDS_END = 23;
const OFFSET_LENGTH = 3;
const [T, Z, PLUS, ZERO] = [0x54, 0x5a, 0x2b, 0x30] as const;
const [COLON, DOT] = [0x3a, 0x2e] as const;
/** Durations from this on are rare; PostgreSQL writes long ones with an exponent. */
const MICROSECONDS_PER_HOUR = 3_600_000_000;
/** Digits of the longest of the others. */
const WHOLE_DIGITS_MAX = 10;

/** Buffers of sent outputs for reuse, by the base-2 logarithm of their size. The system has to clear new memory. */
const spare = Array.from({ length: 32 }, (): Buffer[] => []);
/** Size of the smallest buffer, and maximum size of all spare buffers, in bytes. */
const PIECE_BYTES_MIN = 16_384;
const SPARE_BYTES_MAX = 8_388_608;
let spareBytes = 0;
const NONE = Buffer.alloc(0);

function memoryOf(size: number): Buffer {
  const logarithm = logarithmOf(Math.max(size, PIECE_BYTES_MIN));
  const found = spare[logarithm]?.pop();
  if (found === undefined) return Buffer.allocUnsafeSlow(2 ** logarithm);
  spareBytes -= found.length;
  return found;
}

function giveBack(memory: Buffer): void {
  if (spareBytes + memory.length > SPARE_BYTES_MAX) return;
  spareBytes += memory.length;
  spare[logarithmOf(memory.length)]?.push(memory);
}

/** Returns the exponent of the least power of two that is not less than `size`; up to 2^31. */
function logarithmOf(size: number): number {
  return 32 - Math.clz32(size - 1);
}

/** JSON that is being written, in one buffer. */
export class Output {
  bytes: Buffer;
  length = 0;

  constructor(size: number) {
    this.bytes = memoryOf(size);
  }

  /** Returns its buffer for reuse by the next output. Call it only when nothing reads or writes this one any more. */
  readonly release = (): void => {
    giveBack(this.bytes);
    this.bytes = NONE;
    this.length = 0;
  };

  /** Ensures that `more` bytes can be written. */
  room(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = memoryOf(2 * (this.length + more));
    this.bytes.copy(larger, 0, 0, this.length);
    giveBack(this.bytes);
    this.bytes = larger;
  }

  text(text: string): void {
    this.room(text.length * BYTES_PER_CHARACTER_MAX);
    this.length += this.bytes.write(text, this.length);
  }

  byte(byte: number): void {
    this.bytes[this.length++] = byte;
  }

  /** Writes bytes for which there is room, one by one: the cheapest way for short ones. */
  raw(from: Uint8Array, start: number, end: number): void {
    const { bytes } = this;
    let { length } = this;
    for (let at = start; at < end; at += 1) bytes[length++] = from[at] ?? 0;
    this.length = length;
  }

  /** Writes UTF-8 as a JSON string; there must be room for six times its length and the quotes. */
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

  /** Writes an instant in the format of the DateTime scalar; there must be room for it. */
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

  /** Writes whole microseconds in the format of the Duration scalar; there must be room for it. */
  duration(from: Buffer, start: number, end: number): void {
    const microseconds = wholeNumberIn(from, start, end);
    if (!(microseconds < MICROSECONDS_PER_HOUR)) {
      this.text(`"${durationText(Number(from.toString('latin1', start, end)))}"`);
      return;
    }
    const seconds = Math.floor(microseconds / MICROSECONDS_PER_SECOND);
    const { bytes, length } = this;
    bytes[length] = QUOTE;
    digits(bytes, length + 1, 2, 0);
    bytes[length + 3] = COLON;
    digits(bytes, length + 4, 2, Math.floor(seconds / SECONDS_PER_MINUTE));
    bytes[length + 6] = COLON;
    digits(bytes, length + 7, 2, seconds % SECONDS_PER_MINUTE);
    bytes[length + 9] = DOT;
    digits(bytes, length + 10, 6, microseconds % MICROSECONDS_PER_SECOND);
    bytes[length + 16] = ZERO;
    bytes[length + 17] = QUOTE;
    this.length += 18;
  }
}

/** Returns the number that some digits are; NaN for any other text, and for a number that is not exact. */
function wholeNumberIn(from: Buffer, start: number, end: number): number {
  if (end - start > WHOLE_DIGITS_MAX || end === start) return NaN;
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const digit = (from[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** Writes the last digits of a number. */
function digits(bytes: Buffer, at: number, count: number, number: number): void {
  let left = number;
  for (let place = at + count - 1; place >= at; place -= 1) {
    const tens = Math.floor(left / 10);
    bytes[place] = ZERO + left - tens * 10;
    left = tens;
  }
}

function isInUtc(from: Buffer, end: number): boolean {
  return from[end - 3] === PLUS && from[end - 2] === ZERO && from[end - 1] === ZERO;
}
