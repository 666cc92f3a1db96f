import { timingSafeEqual, verify, type KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

/** How far the clock of a receiver may be from ours (Standard Webhooks), in seconds. */
const TOLERANCE_SECONDS = 300;
const TIMESTAMP = /^(0|[1-9]\d{0,11})$/;
const MILLISECONDS = /^\d{13}$/;

/** What is wrong with the time of a message, in a sentence; undefined: nothing. */
export function timestampProblem(timestamp: string, receivedAt: Date): string | undefined {
  if (MILLISECONDS.test(timestamp)) return 'webhook-timestamp is in milliseconds: it came in seconds since 1970.';
  if (!TIMESTAMP.test(timestamp)) return 'webhook-timestamp is not a number of seconds since 1970.';
  const seconds = Math.floor(receivedAt.getTime() / 1_000) - Number(timestamp);
  if (Math.abs(seconds) <= TOLERANCE_SECONDS) return undefined;
  const where = seconds > 0 ? 'before' : 'after';
  return `webhook-timestamp is ${Math.abs(seconds)} s ${where} receivedAt, and ${TOLERANCE_SECONDS} s are allowed: set the receiver's clock, or give receivedAt of a message that came at another time.`;
}

/** What a body has become on its way, in a sentence; undefined: it is the one that was sent. */
export function bodyProblem(received: string, sent: string): string | undefined {
  if (received === sent) return undefined;
  if (isSameJson(received, sent))
    return 'The body is the same JSON in other bytes: something has parsed it and written it again. Verify the bytes as they came, before any parser.';
  return 'The body is another than the one that was sent with this webhook-id.';
}

function isSameJson(one: string, other: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
  } catch {
    return false;
  }
}

/** Whether a signature is among those that came. */
export function isAmong(signature: string, received: readonly string[]): boolean {
  const wanted = Buffer.from(signature, 'base64');
  return received.some((one) => {
    const bytes = Buffer.from(one, 'base64');
    return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
  });
}

/** Whether a key has made one of the signatures that came. */
export function hasSigned(publicKey: KeyObject, text: string, received: readonly string[]): boolean {
  const bytes = Buffer.from(text);
  return received.some((one) => verify(null, bytes, publicKey, Buffer.from(one, 'base64')));
}
