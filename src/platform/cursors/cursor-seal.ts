import { hkdfSync, timingSafeEqual } from 'node:crypto';
import { AesSiv, BLOCK_BYTES } from './aes-siv.ts';
import { LegacySeal } from './legacy-seal.ts';

/** Length of the key's id, which precedes the synthetic IV. */
const HEAD_BYTES = 1;
const SEALED_FROM = HEAD_BYTES + BLOCK_BYTES;
const SIV_KEY_BYTES = 64;
/** Minimum length of a sealed text, which grows by whole steps. It is enough for every position in a log. */
const TEXT_BYTES_MIN = 64;
const TEXT_BYTES_STEP = 32;
/** Prefix of the secrets of keys that seal by AES-SIV; secrets without it are older. */
const SIV_SECRET = 'siv.';
const SPACE = 0x20;
const [OPEN, CLOSE, COMMA, QUOTE, BACKSLASH] = [0x5b, 0x5d, 0x2c, 0x22, 0x5c] as const;
/** Bytes that JSON adds to a value: bracket or comma, and two quotes. */
const MARKS_BYTES = 3;

/** Returns the secret of a new cursor key. @param random a text that cannot be guessed */
export function secretOfSeal(random: string): string {
  return SIV_SECRET + random;
}

/** Seals texts in place, and opens them. */
interface SealedTexts {
  /** @param texts of `length` bytes each, concatenated @returns their IVs, concatenated */
  seal(scope: Buffer, texts: Buffer, length: number): Buffer;
  /** Opens a text in place. @returns the IV that it would have been sealed with */
  open(scope: Buffer, iv: Buffer, text: Buffer): Buffer;
}

/**
 * A key that seals cursors by AES-SIV (RFC 5297), whose IV is derived from scope and text. The same text and scope give
 * the same cursor, and a cursor that opens was sealed by this key for this scope.
 */
export class CursorSeal {
  /** The first byte of its cursors. */
  readonly id: number;
  private readonly texts: SealedTexts;

  constructor(id: number, secret: string) {
    this.id = id;
    this.texts = secret.startsWith(SIV_SECRET) ? sivOf(secret) : new LegacySeal(secret);
  }

  /** @param scope digest of what the cursor belongs to */
  seal(scope: Buffer, text: string): string {
    const plain = padded(text);
    return this.sealed(scope, plain, plain.length).join('');
  }

  /** Returns the cursors of a batch of texts. */
  sealAll(scope: Buffer, { bytes, length, count, others }: CursorTexts): readonly string[] {
    const all = this.sealed(scope, bytes.subarray(0, length * count), length);
    return Array.from({ length: count }, (_, nth) => {
      const other = others.get(nth);
      return other === undefined ? (all[nth] ?? '') : this.seal(scope, other);
    });
  }

  /** Returns the text of a cursor of this key and scope, padded with spaces; undefined for any other cursor. */
  open(scope: Buffer, cursor: Buffer): string | undefined {
    if (cursor[0] !== this.id) return undefined;
    const text = Buffer.from(cursor.subarray(SEALED_FROM));
    const iv = cursor.subarray(HEAD_BYTES, SEALED_FROM);
    return timingSafeEqual(this.texts.open(scope, iv, text), iv) ? text.toString() : undefined;
  }

  /** Returns a cursor for each text of `length` bytes. */
  private sealed(scope: Buffer, texts: Buffer, length: number): readonly string[] {
    const ivs = this.texts.seal(scope, texts, length);
    // All are encoded in one call: each starts at a group of base64, so that it does not depend on its neighbours.
    const room = 3 * Math.ceil((SEALED_FROM + length) / 3);
    const made = Buffer.alloc((texts.length / length) * room);
    for (let nth = 0, at = 0; at < made.length; nth += 1, at += room) {
      made[at] = this.id;
      ivs.copy(made, at + HEAD_BYTES, nth * BLOCK_BYTES, (nth + 1) * BLOCK_BYTES);
      texts.copy(made, at + SEALED_FROM, nth * length, (nth + 1) * length);
    }
    const text = made.toString('base64url');
    const [apart, characters] = [(room / 3) * 4, Math.ceil(((SEALED_FROM + length) * 4) / 3)];
    return Array.from({ length: made.length / room }, (_, nth) => text.slice(apart * nth, apart * nth + characters));
  }
}

function sivOf(secret: string): SealedTexts {
  const siv = new AesSiv(Buffer.from(hkdfSync('sha256', secret, '', 'cursor siv', SIV_KEY_BYTES)));
  const known = new WeakMap<Buffer, Uint32Array>();
  const boundTo = (scope: Buffer) => {
    const bound = known.get(scope) ?? siv.for(scope);
    known.set(scope, bound);
    return bound;
  };
  return {
    seal: (scope, texts, length) => bytesOf(siv.seal(boundTo(scope), wordsIn(texts), length / BLOCK_BYTES)),
    open: (scope, iv, text) => bytesOf(siv.open(boundTo(scope), wordsIn(Buffer.from(iv)), wordsIn(text))),
  };
}

/** Returns the same memory as words. @throws RangeError if it is not aligned to words, as every new Buffer is */
function wordsIn({ buffer, byteOffset, length }: Buffer): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length / Uint32Array.BYTES_PER_ELEMENT);
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The texts for the cursors of a page: the key values of each row, as JSON. */
export class CursorTexts {
  /** Padded length of most texts, in bytes: that of the first one. */
  length = TEXT_BYTES_MIN;
  bytes = Buffer.alloc(0);
  count = 0;
  /** Texts of another padded length, by their index. */
  readonly others = new Map<number, string>();
  private readonly max: number;

  /** @param max maximum number of texts */
  constructor(max: number) {
    this.max = max;
  }

  add(values: readonly string[]): void {
    const text = JSON.stringify(values);
    const at = this.placeFor(Buffer.byteLength(text));
    if (at === undefined) this.others.set(this.count, text);
    else this.bytes.write(text, at);
    this.count += 1;
  }

  /** Adds the first values of a row whose bytes were not parsed. */
  addFields(bytes: Buffer, { starts, ends, count }: Fields): void {
    let length = MARKS_BYTES * count + 1;
    let isPlain = true;
    for (let nth = 0; nth < count; nth += 1) {
      const [from, to] = [starts[nth] ?? 0, ends[nth] ?? 0];
      length += to - from;
      isPlain &&= !needsEscape(bytes, from, to);
    }
    let at = isPlain ? this.placeFor(length) : undefined;
    if (at === undefined) {
      this.add(starts.slice(0, count).map((start, nth) => bytes.toString('utf8', start, ends[nth])));
      return;
    }
    for (let nth = 0; nth < count; nth += 1) {
      this.bytes[at++] = nth === 0 ? OPEN : COMMA;
      this.bytes[at++] = QUOTE;
      for (let byte = starts[nth] ?? 0; byte < (ends[nth] ?? 0); byte += 1) this.bytes[at++] = bytes[byte] ?? 0;
      this.bytes[at++] = QUOTE;
    }
    this.bytes[at] = CLOSE;
    this.count += 1;
  }

  /** Returns the offset for the next text, of so many bytes; undefined if its padded length is not `length`. */
  private placeFor(bytes: number): number | undefined {
    const length = filledLength(bytes);
    if (this.bytes.length === 0) {
      this.length = length;
      this.bytes = Buffer.alloc(length * this.max, SPACE);
    }
    return length === this.length ? length * this.count : undefined;
  }
}

/** The first values of a row of texts: where each starts and ends. */
interface Fields {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly count: number;
}

/** Checks whether a text must be escaped in JSON. */
function needsEscape(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) return true;
  }
  return false;
}

/** Returns the bytes of a text that can be a sealed cursor, in canonical base64url; undefined for any other text. */
export function sealedBytes(cursor: string): Buffer | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  const beyond = bytes.length - SEALED_FROM - TEXT_BYTES_MIN;
  return beyond >= 0 && beyond % TEXT_BYTES_STEP === 0 && bytes.toString('base64url') === cursor ? bytes : undefined;
}

/** Pads JSON with spaces, which do not change it. */
function padded(text: string): Buffer {
  const plain = Buffer.alloc(filledLength(Buffer.byteLength(text)), SPACE);
  plain.write(text);
  return plain;
}

function filledLength(bytes: number): number {
  const steps = Math.max(0, Math.ceil((bytes - TEXT_BYTES_MIN) / TEXT_BYTES_STEP));
  return TEXT_BYTES_MIN + steps * TEXT_BYTES_STEP;
}
