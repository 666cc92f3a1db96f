import { timingSafeEqual, verify, type KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

/** How far a receiver's clock may be from ours (Standard Webhooks), in seconds. */
const TOLERANCE_SECONDS = 300;
const TIMESTAMP = /^(0|[1-9]\d{0,11})$/;
const MILLISECONDS = /^\d{13}$/;

/** Returns what is wrong with the time of a message, as a sentence; undefined if nothing. */
export function timestampProblem(
  { name, timestamp }: { readonly name: string; readonly timestamp: string },
  receivedAt: Date,
): string | undefined {
  if (MILLISECONDS.test(timestamp)) return `${name} is in milliseconds: it was sent in seconds since 1970.`;
  if (!TIMESTAMP.test(timestamp)) return `${name} is not a number of seconds since 1970.`;
  const seconds = Math.floor(receivedAt.getTime() / 1_000) - Number(timestamp);
  if (Math.abs(seconds) <= TOLERANCE_SECONDS) return undefined;
  const where = seconds > 0 ? 'before' : 'after';
  return `${name} is ${Math.abs(seconds)} s ${where} receivedAt, but at most ${TOLERANCE_SECONDS} s are allowed: correct the receiver's clock, or give receivedAt if the message was received at another time.`;
}

/** Returns how a body was changed on its way, as a sentence; undefined if it is the one that was sent. */
export function bodyProblem(received: string, sent: string): string | undefined {
  if (received === sent) return undefined;
  if (isSameJson(received, sent))
    return 'The body is the same JSON in different bytes: it was parsed and serialized again. Verify the raw bytes, before any parsing.';
  return 'The body differs from the one that was sent with this webhook-id.';
}

function isSameJson(one: string, other: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
  } catch {
    return false;
  }
}

/** Checks whether a signature is among the received ones. */
export function isAmong(signature: string, received: readonly string[]): boolean {
  const wanted = Buffer.from(signature, 'base64');
  return received.some((one) => {
    const bytes = Buffer.from(one, 'base64');
    return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
  });
}

/** Checks whether a key made one of the received signatures. */
export function hasSigned(publicKey: KeyObject, text: string, received: readonly string[]): boolean {
  const bytes = Buffer.from(text);
  return received.some((one) => verify(null, bytes, publicKey, Buffer.from(one, 'base64')));
}
