import { hkdfSync, timingSafeEqual } from 'node:crypto';
import { AesSiv, BLOCK_BYTES } from './aes-siv.ts';
import { FormerSeal } from './former-seal.ts';

/** Of the key before the synthetic IV. */
const HEAD_BYTES = 1;
const SEALED_FROM = HEAD_BYTES + BLOCK_BYTES;
const SIV_KEY_BYTES = 64;
/** Length of what is sealed: this at least, or longer by whole steps. It holds every position in a log. */
const TEXT_BYTES_MIN = 64;
const TEXT_BYTES_STEP = 32;
/** How secrets begin of keys that seal by AES-SIV; what has another beginning is older. */
const SIV_SECRET = 'siv.';
const SPACE = 0x20;
const [OPEN, CLOSE, COMMA, QUOTE, BACKSLASH] = [0x5b, 0x5d, 0x2c, 0x22, 0x5c] as const;
/** What JSON has around a value: bracket or comma, and two quotes. */
const MARKS_BYTES = 3;

/** A secret for a new key of cursors. @param random what nobody can guess, in text */
export function secretOfSeal(random: string): string {
  return SIV_SECRET + random;
}

/** Seals texts in their place, and says what they are sealed by. */
interface SealedTexts {
  /** @param texts of `length` bytes each, one after the other @returns their IVs, one after the other */
  seal(scope: Buffer, texts: Buffer, length: number): Buffer;
  /** Opens a text in its place. @returns the IV that it would have been sealed with */
  open(scope: Buffer, iv: Buffer, text: Buffer): Buffer;
}

/**
 * A key that seals cursors: AES-SIV (RFC 5297), whose IV follows from scope and text. The same text of the same scope gives
 * the same cursor, and what is opened was sealed by this key for this scope.
 */
export class CursorSeal {
  /** The first byte of its cursors. */
  readonly id: number;
  private readonly texts: SealedTexts;

  constructor(id: number, secret: string) {
    this.id = id;
    this.texts = secret.startsWith(SIV_SECRET) ? sivOf(secret) : new FormerSeal(secret);
  }

  /** @param scope digest of what the cursor belongs to */
  seal(scope: Buffer, text: string): string {
    const plain = padded(text);
    return this.sealed(scope, plain, plain.length).join('');
  }

  /** The cursors of many texts at once. */
  sealAll(scope: Buffer, { bytes, length, count, others }: CursorTexts): readonly string[] {
    const all = this.sealed(scope, bytes.subarray(0, length * count), length);
    return Array.from({ length: count }, (_, nth) => {
      const other = others.get(nth);
      return other === undefined ? (all[nth] ?? '') : this.seal(scope, other);
    });
  }

  /** The text of a cursor of this key and scope, filled up with spaces; undefined for any other. */
  open(scope: Buffer, cursor: Buffer): string | undefined {
    if (cursor[0] !== this.id) return undefined;
    const text = Buffer.from(cursor.subarray(SEALED_FROM));
    const iv = cursor.subarray(HEAD_BYTES, SEALED_FROM);
    return timingSafeEqual(this.texts.open(scope, iv, text), iv) ? text.toString() : undefined;
  }

  /** A cursor of each text of so many bytes. */
  private sealed(scope: Buffer, texts: Buffer, length: number): readonly string[] {
    const ivs = this.texts.seal(scope, texts, length);
    // All are written at once: each begins at a group of base64, and is as if nothing came after it.
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

/** The same memory. @throws RangeError where it does not begin at a word, which no new Buffer does */
function wordsIn({ buffer, byteOffset, length }: Buffer): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length / Uint32Array.BYTES_PER_ELEMENT);
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** What the cursors of a page are made of: of each row the values of its key, as JSON. */
export class CursorTexts {
  /** Of most texts, in bytes: of the first and of all that are filled up to the same. */
  length = TEXT_BYTES_MIN;
  bytes = Buffer.alloc(0);
  count = 0;
  /** Texts of another length, by their places. */
  readonly others = new Map<number, string>();
  private readonly max: number;

  /** @param max how many there may be */
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

  /** The same of the first values of a row as it came. */
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

  /** Where the next text of so many bytes is to lie; undefined where it has no room among the others. */
  private placeFor(bytes: number): number | undefined {
    const length = filledLength(bytes);
    if (this.bytes.length === 0) {
      this.length = length;
      this.bytes = Buffer.alloc(length * this.max, SPACE);
    }
    return length === this.length ? length * this.count : undefined;
  }
}

/** The first values of a row of texts: where each begins and ends. */
interface Fields {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly count: number;
}

/** Whether JSON writes a text otherwise than as it is. */
function needsEscape(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) return true;
  }
  return false;
}

/** The bytes of what may be a sealed cursor, written as they are; undefined where it cannot be one. */
export function sealedBytes(cursor: string): Buffer | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  const beyond = bytes.length - SEALED_FROM - TEXT_BYTES_MIN;
  return beyond >= 0 && beyond % TEXT_BYTES_STEP === 0 && bytes.toString('base64url') === cursor ? bytes : undefined;
}

/** JSON is the same with spaces at its end. */
function padded(text: string): Buffer {
  const plain = Buffer.alloc(filledLength(Buffer.byteLength(text)), SPACE);
  plain.write(text);
  return plain;
}

function filledLength(bytes: number): number {
  const steps = Math.max(0, Math.ceil((bytes - TEXT_BYTES_MIN) / TEXT_BYTES_STEP));
  return TEXT_BYTES_MIN + steps * TEXT_BYTES_STEP;
}
