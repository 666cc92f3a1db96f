/** First byte of a frame that is a whole text message (RFC 6455, 5.2). */
const FINAL_TEXT = 0x81;
const LENGTH_16_BITS = 126;
const LENGTH_64_BITS = 127;

/** A text message of a server as the bytes on the wire: not masked, in one frame. */
export function textFrame(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((total, part) => total + part.length, 0);
  const head = headerLength(length);
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FINAL_TEXT;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = LENGTH_16_BITS;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64_BITS;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  let at = head;
  for (const part of parts) at += part.copy(frame, at);
  return frame;
}

function headerLength(length: number): number {
  if (length < LENGTH_16_BITS) return 2;
  return length < 65_536 ? 4 : 10;
}
