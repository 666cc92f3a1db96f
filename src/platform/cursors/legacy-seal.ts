import { createCipheriv, hash, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
/** Length of the IV, and of an AES block. */
const BLOCK_BYTES = 16;
/** Length to which HMAC pads a key: a block of SHA-256 (RFC 2104). */
const HASH_BLOCK_BYTES = 64;
const HASH_BYTES = 32;
/** Characters of an IV in hexadecimal: SHA-256 gives twice as many. */
const IV_HEX_LENGTH = 2 * BLOCK_BYTES;

/**
 * How cursor keys from before AES-SIV seal: AES-256-CTR, with HMAC-SHA-256 of scope and text as the IV. It takes 3.6 µs
 * for each cursor of a page, AES-SIV 0.3; `npm run rotate-cursor-key` replaces such keys.
 */
export class LegacySeal {
  private readonly inner: Buffer;
  /** With room for the inner hash after it. */
  private readonly outer: Buffer;
  /** Encrypts each block on its own, independently of previous ones. */
  private readonly blocks;

  constructor(secret: string) {
    const macKey = derived(secret, 'cursor mac');
    this.inner = hashBlock(macKey, 0x36);
    this.outer = Buffer.concat([hashBlock(macKey, 0x5c), Buffer.alloc(HASH_BYTES)]);
    this.blocks = createCipheriv('aes-256-ecb', derived(secret, 'cursor text'), null).setAutoPadding(false);
  }

  seal(scope: Buffer, texts: Buffer, length: number): Buffer {
    const ivs = Buffer.allocUnsafe((texts.length / length) * BLOCK_BYTES);
    for (let from = 0, at = 0; from < texts.length; from += length, at += BLOCK_BYTES) {
      const text = texts.subarray(from, from + length);
      ivs.write(this.ivOf(scope, text), at, 'hex');
      this.cross(ivs.subarray(at, at + BLOCK_BYTES), text);
    }
    return ivs;
  }

  open(scope: Buffer, iv: Buffer, text: Buffer): Buffer {
    this.cross(iv, text);
    return Buffer.from(this.ivOf(scope, text), 'hex');
  }

  private ivOf(scope: Buffer, plain: Buffer): string {
    const inner = Buffer.allocUnsafe(HASH_BLOCK_BYTES + scope.length + plain.length);
    this.inner.copy(inner);
    scope.copy(inner, HASH_BLOCK_BYTES);
    plain.copy(inner, HASH_BLOCK_BYTES + scope.length);
    this.outer.write(hash('sha256', inner, 'hex'), HASH_BLOCK_BYTES, 'hex');
    return hash('sha256', this.outer, 'hex').slice(0, IV_HEX_LENGTH);
  }

  /** Encrypts or decrypts in counter mode; the counter starts at the IV. */
  private cross(iv: Buffer, text: Buffer): void {
    const counter = Buffer.allocUnsafe(text.length);
    const first = iv.readUInt32BE(BLOCK_BYTES - 4);
    for (let at = 0; at < counter.length; at += BLOCK_BYTES) {
      iv.copy(counter, at);
      counter.writeUInt32BE((first + at / BLOCK_BYTES) >>> 0, at + BLOCK_BYTES - 4);
    }
    const stream = this.blocks.update(counter);
    // An iterator would cost as much as everything else.
    for (let at = 0; at < stream.length; at += 1) text[at] = (stream[at] ?? 0) ^ (text[at] ?? 0);
  }
}

/** Returns the block with the HMAC key that a hash starts with. */
function hashBlock(key: Buffer, pad: number): Buffer {
  const block = Buffer.alloc(HASH_BLOCK_BYTES, pad);
  for (const [at, byte] of key.entries()) block[at] = byte ^ pad;
  return block;
}

function derived(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
}
