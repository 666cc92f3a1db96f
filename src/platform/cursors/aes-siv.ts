import { createCipheriv } from 'node:crypto';

/** Of a block of AES, and of what is put before a sealed text. */
export const BLOCK_BYTES = 16;
const WORDS_PER_BLOCK = 4;
/** What doubling a block adds where it overflows (RFC 4493, 2.3). */
const OVERFLOW = 0x87;

/**
 * AES-SIV (RFC 5297) with one string of associated data, of texts whose length is a multiple of a block. Many texts of one
 * length are sealed at once: Node's cipher takes a microsecond a call, and a block of each text goes into every call, so
 * that a page of cursors costs about as much as one of them.
 */
export class AesSiv {
  private readonly mac: Blocks;
  private readonly stream: Blocks;
  /** Subkey of CMAC for messages of whole blocks. */
  private readonly subkey: Uint32Array;
  /** CMAC of a block of zeros, doubled: what S2V begins with. */
  private readonly beginning: Uint32Array;

  /** @param key 32 or 64 bytes, half of them for the IV and half for the text */
  constructor(key: Buffer) {
    this.mac = blocksOf(key.subarray(0, key.length / 2));
    this.stream = blocksOf(key.subarray(key.length / 2));
    const zeros = new Uint32Array(WORDS_PER_BLOCK);
    this.subkey = doubled(this.mac(zeros));
    this.beginning = doubled(this.mac(this.subkey));
  }

  /** What texts are sealed for. @param data of whole blocks */
  for(data: Uint8Array): Uint32Array {
    const bound = this.cmac(wordsOf(data), data.length / BLOCK_BYTES);
    return xored(bound, this.beginning);
  }

  /**
   * Encrypts texts of so many blocks each, which lie one after the other, in their place.
   * @returns their IVs, one after the other
   */
  seal(bound: Uint32Array, texts: Uint32Array, blocks: number): Uint32Array {
    const ivs = this.cmac(texts, blocks, bound);
    this.cross(ivs, texts, blocks);
    return ivs;
  }

  /** Decrypts a text in its place. @returns the IV that it would have been sealed with */
  open(bound: Uint32Array, iv: Uint32Array, text: Uint32Array): Uint32Array {
    const blocks = text.length / WORDS_PER_BLOCK;
    this.cross(iv, text, blocks);
    return this.cmac(text, blocks, bound);
  }

  /** CMAC of each text (RFC 4493); with `bound` of the text whose end that is added to. */
  private cmac(texts: Uint32Array, blocks: number, bound?: Uint32Array): Uint32Array {
    const last = bound === undefined ? this.subkey : xored(Uint32Array.from(bound), this.subkey);
    const size = blocks * WORDS_PER_BLOCK;
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

  /** Encrypts or decrypts by the blocks of a counter that begins at the IV of a text. */
  private cross(ivs: Uint32Array, texts: Uint32Array, blocks: number): void {
    const counters = new Uint32Array(texts.length);
    const view = new DataView(counters.buffer);
    for (let at = 0, iv = 0; at < counters.length; iv += WORDS_PER_BLOCK) {
      for (let block = 0; block < blocks; block += 1, at += WORDS_PER_BLOCK) {
        for (let word = 0; word < WORDS_PER_BLOCK; word += 1) counters[at + word] = ivs[iv + word] ?? 0;
        // Two bits are cleared, so that nothing is ever carried over.
        view.setUint8(4 * at + 8, view.getUint8(4 * at + 8) & 0x7f);
        view.setUint32(4 * at + 12, (view.getUint32(4 * at + 12) & 0x7fff_ffff) + block);
      }
    }
    xored(texts, this.stream(counters));
  }
}

/** Encrypts blocks one by one. */
type Blocks = (blocks: Uint32Array) => Uint32Array<ArrayBuffer>;

function blocksOf(key: Buffer): Blocks {
  const cipher = createCipheriv(`aes-${8 * key.length}-ecb`, key, null).setAutoPadding(false);
  return (blocks) => wordsOf(cipher.update(blocks));
}

/** The same bytes as words, in the order of the machine. */
function wordsOf(bytes: Uint8Array): Uint32Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = bytes;
  const isAligned = byteOffset % 4 === 0 && buffer instanceof ArrayBuffer;
  return isAligned ? new Uint32Array(buffer, byteOffset, length / 4) : new Uint32Array(Uint8Array.from(bytes).buffer);
}

function xored(into: Uint32Array, other: Uint32Array): Uint32Array {
  for (let at = 0; at < into.length; at += 1) into[at] = (into[at] ?? 0) ^ (other[at] ?? 0);
  return into;
}

/** A block, times two in the field of CMAC. */
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
