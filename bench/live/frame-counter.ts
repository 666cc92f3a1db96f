const OPCODE_MASK = 0x0f;
const OPCODE_TEXT = 1;
const OPCODE_PING = 9;

/** What a stream of frames holds: texts are counted, pings are told. Bodies are passed over, not looked at. */
export class FrameCounter {
  private rest: Buffer = Buffer.alloc(0);
  private skip = 0;
  private readonly pinged: () => void;

  constructor(pinged: () => void) {
    this.pinged = pinged;
  }

  /** How many texts began in a chunk. */
  count(chunk: Buffer): number {
    let bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    this.rest = Buffer.alloc(0);
    let texts = 0;
    for (;;) {
      const skipped = Math.min(this.skip, bytes.length);
      this.skip -= skipped;
      bytes = bytes.subarray(skipped);
      const head = headLength(bytes);
      if (head === undefined) {
        this.rest = bytes;
        return texts;
      }
      const opcode = bytes.readUInt8(0) & OPCODE_MASK;
      if (opcode === OPCODE_TEXT) texts += 1;
      if (opcode === OPCODE_PING) this.pinged();
      this.skip = head + bodyLength(bytes);
    }
  }
}

function headLength(bytes: Buffer): number | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const length = short < 126 ? 2 : short === 126 ? 4 : 10;
  return bytes.length < length ? undefined : length;
}

function bodyLength(bytes: Buffer): number {
  const short = bytes.readUInt8(1) & 0x7f;
  if (short < 126) return short;
  return short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
}
