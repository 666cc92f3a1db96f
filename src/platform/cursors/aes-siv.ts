import { createCipheriv } from 'node:crypto';

/** Length of an AES block, and of the IV of a sealed text. */
export const BLOCK_BYTES = 16;
const WORDS_PER_BLOCK = 4;
/** The constant that doubling a block adds on overflow (RFC 4493, 2.3). */
const OVERFLOW = 0x87;

/**
 * AES-SIV (RFC 5297) with one string of associated data, for texts whose length is a multiple of a block. Texts of the
 * same length are sealed in batches: Node's cipher takes a microsecond per call, and each call gets a block of every
 * text, so that a page of cursors costs little more than one of them. A single text takes two calls.
 */
export class AesSiv {
  private readonly mac: Blocks;
  private readonly chain: Chain;
  private readonly stream: Blocks;
  /** CMAC subkey for messages of whole blocks. */
  private readonly subkey: Uint32Array;
  /** CMAC of a block of zeros, doubled: the start of S2V. */
  private readonly beginning: Uint32Array;

  /** @param key 32 or 64 bytes: the first half for the IV, the second for the text */
  constructor(key: Buffer) {
    const macKey = key.subarray(0, key.length / 2);
    this.mac = blocksOf(macKey);
    this.chain = chainOf(macKey);
    this.stream = blocksOf(key.subarray(key.length / 2));
    const zeros = new Uint32Array(WORDS_PER_BLOCK);
    this.subkey = doubled(this.mac(zeros));
    this.beginning = doubled(this.mac(this.subkey));
  }

  /** Prepares the associated data of texts. @param data whole blocks */
  for(data: Uint8Array): Uint32Array {
    const bound = this.cmac(wordsOf(data), data.length / BLOCK_BYTES);
    return xored(bound, this.beginning);
  }

  /**
   * Encrypts concatenated texts, each of `blocks` blocks, in place.
   * @returns their IVs, concatenated
   */
  seal(bound: Uint32Array, texts: Uint32Array, blocks: number): Uint32Array {
    const ivs = this.cmac(texts, blocks, bound);
    this.cross(ivs, texts, blocks);
    return ivs;
  }

  /** Decrypts a text in place. @returns the IV that it would have been sealed with */
  open(bound: Uint32Array, iv: Uint32Array, text: Uint32Array): Uint32Array {
    const blocks = text.length / WORDS_PER_BLOCK;
    this.cross(iv, text, blocks);
    return this.cmac(text, blocks, bound);
  }

  /** Returns the CMAC of each text (RFC 4493), with `bound`, if given, XORed into its last block. */
  private cmac(texts: Uint32Array, blocks: number, bound?: Uint32Array): Uint32Array {
    const last = bound === undefined ? this.subkey : xored(Uint32Array.from(bound), this.subkey);
    const size = blocks * WORDS_PER_BLOCK;
    if (texts.length === size) return this.chain(withEnd(texts, last));
    let state = new Uint32Array(texts.length / blocks);
    for (let block = 0; block < blocks; block += 1) {
      const isLast = block === blocks - 1;
      for (let at = 0, from = block * WORDS_PER_BLOCK; at < state.length; at += WORDS_PER_BLOCK, from += size)
        for (let word = 0; word < WORDS_PER_BLOCK; word += 1)
          state[at + word] = (state[at + word] ?? 0) ^ (texts[from + word] ?? 0) ^ (isLast ? (last[word] ?? 0) : 0);
      state = this.mac(state);
    }
    return state;
  }

  /** Encrypts or decrypts in counter mode; the counter of each text starts at its IV. */
  private cross(ivs: Uint32Array, texts: Uint32Array, blocks: number): void {
    const counters = new Uint32Array(texts.length);
    const view = new DataView(counters.buffer);
    for (let at = 0, iv = 0; at < counters.length; iv += WORDS_PER_BLOCK) {
      for (let block = 0; block < blocks; block += 1, at += WORDS_PER_BLOCK) {
        for (let word = 0; word < WORDS_PER_BLOCK; word += 1) counters[at + word] = ivs[iv + word] ?? 0;
        // Two bits are cleared, so that the addition never carries.
        view.setUint8(4 * at + 8, view.getUint8(4 * at + 8) & 0x7f);
        view.setUint32(4 * at + 12, (view.getUint32(4 * at + 12) & 0x7fff_ffff) + block);
      }
    }
    xored(texts, this.stream(counters));
  }
}

/** Encrypts each block on its own (ECB). */
type Blocks = (blocks: Uint32Array) => Uint32Array<ArrayBuffer>;

function blocksOf(key: Buffer): Blocks {
  const cipher = createCipheriv(`aes-${8 * key.length}-ecb`, key, null).setAutoPadding(false);
  return (blocks) => wordsOf(cipher.update(blocks));
}

/** CBC-MAC: encrypts each block of a text, XORed with the previous result, and returns the last result. */
type Chain = (text: Uint32Array<ArrayBuffer>) => Uint32Array<ArrayBuffer>;

/** Uses one cipher for all texts. It XORs the last result of a text into the next text, which is undone beforehand. */
function chainOf(key: Buffer): Chain {
  const cipher = createCipheriv(`aes-${8 * key.length}-cbc`, key, Buffer.alloc(BLOCK_BYTES)).setAutoPadding(false);
  let previous = new Uint32Array(WORDS_PER_BLOCK);
  return (text) => {
    xored(text.subarray(0, WORDS_PER_BLOCK), previous);
    previous = wordsOf(cipher.update(text)).slice(-WORDS_PER_BLOCK);
    return previous.slice();
  };
}

/** Returns a copy of a text with `last` XORed into its last block. */
function withEnd(text: Uint32Array, last: Uint32Array): Uint32Array<ArrayBuffer> {
  const copy = Uint32Array.from(text);
  xored(copy.subarray(-WORDS_PER_BLOCK), last);
  return copy;
}

/** Returns the same bytes as words, in the byte order of the machine. */
function wordsOf(bytes: Uint8Array): Uint32Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = bytes;
  const isAligned = byteOffset % 4 === 0 && buffer instanceof ArrayBuffer;
  return isAligned ? new Uint32Array(buffer, byteOffset, length / 4) : new Uint32Array(Uint8Array.from(bytes).buffer);
}

function xored(into: Uint32Array, other: Uint32Array): Uint32Array {
  for (let at = 0; at < into.length; at += 1) into[at] = (into[at] ?? 0) ^ (other[at] ?? 0);
  return into;
}

/** Doubles a block in the field of CMAC. */
function doubled(block: Uint32Array): Uint32Array {
  const from = new DataView(block.buffer, block.byteOffset, BLOCK_BYTES);
  const made = new DataView(new ArrayBuffer(BLOCK_BYTES));
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    const carry = at + 1 < BLOCK_BYTES ? from.getUint8(at + 1) >>> 7 : 0;
    made.setUint8(at, ((from.getUint8(at) << 1) | carry) & 0xff);
  }
  const overflow = from.getUint8(0) >>> 7 === 1 ? OVERFLOW : 0;
  made.setUint8(BLOCK_BYTES - 1, made.getUint8(BLOCK_BYTES - 1) ^ overflow);
  return new Uint32Array(made.buffer);
}
