const OPCODE_MASK = 0x0f;
const OPCODE_TEXT = 1;
const OPCODE_PING = 9;
const NOTHING = Buffer.alloc(0);

/** Counts the text frames of a stream and reports its pings. Bodies are skipped, not read. */
export class FrameCounter {
  private rest: Buffer = NOTHING;
  private skip = 0;
  private readonly pinged: () => void;

  constructor(pinged: () => void) {
    this.pinged = pinged;
  }

  /** Returns how many text frames began in a chunk. */
  count(chunk: Buffer): number {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let texts = 0;
    let at = this.skip;
    for (let head = headLength(bytes, at); head !== undefined; head = headLength(bytes, at)) {
      const opcode = bytes.readUInt8(at) & OPCODE_MASK;
      if (opcode === OPCODE_TEXT) texts += 1;
      if (opcode === OPCODE_PING) this.pinged();
      at += head + bodyLength(bytes, at);
    }
    this.skip = Math.max(0, at - bytes.length);
    // A copy, as the read buffer is reused.
    this.rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : NOTHING;
    return texts;
  }
}

/** Returns the length of the head of the frame at `at`; undefined if it is not complete yet. */
function headLength(bytes: Buffer, at: number): number | undefined {
  if (bytes.length < at + 2) return undefined;
  const short = bytes.readUInt8(at + 1) & 0x7f;
  const length = short < 126 ? 2 : short === 126 ? 4 : 10;
  return bytes.length < at + length ? undefined : length;
}

function bodyLength(bytes: Buffer, at: number): number {
  const short = bytes.readUInt8(at + 1) & 0x7f;
  if (short < 126) return short;
  return short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
}
