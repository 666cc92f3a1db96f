/** First byte of a frame that is a whole text message (RFC 6455, 5.2). */
const FINAL_TEXT = 0x81;
const LENGTH_16_BITS = 126;
const LENGTH_64_BITS = 127;

/** Returns the frame header of a server's text message: unmasked, in one frame. `length` is in bytes. */
export function textFrameHead(length: number): Buffer {
  if (length < LENGTH_16_BITS) return Buffer.from([FINAL_TEXT, length]);
  if (length < 65_536) {
    const head = Buffer.from([FINAL_TEXT, LENGTH_16_BITS, 0, 0]);
    head.writeUInt16BE(length, 2);
    return head;
  }
  const head = Buffer.from([FINAL_TEXT, LENGTH_64_BITS, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}
