import { isTextOf, lengthInCodePoints } from '../../kernel/text.ts';

/** Prefix of a signing secret (Standard Webhooks). */
const PREFIX = 'whsec_';
/** Shortest and longest key, in bytes (Standard Webhooks). */
const KEY_BYTES_MIN = 24;
const KEY_BYTES_MAX = 64;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const SIGNING_SECRET_WANTED = `Give ${PREFIX} and the base64 of ${KEY_BYTES_MIN} to ${KEY_BYTES_MAX} bytes.`;

/** Checks whether `text` is a signing secret: `whsec_` and the base64 of 24 to 64 bytes. */
export function isSigningSecret(text: string): boolean {
  const encoded = text.slice(PREFIX.length);
  if (!text.startsWith(PREFIX) || !BASE64.test(encoded)) return false;
  const bytes = decoded(text).length;
  return bytes >= KEY_BYTES_MIN && bytes <= KEY_BYTES_MAX;
}

/** Returns the signing secret of a key. */
export function signingSecretOf(key: Buffer): string {
  return PREFIX + key.toString('base64');
}

/** Returns the key of a signing secret: of any other text, its bytes. */
export function signingKeyOf(secret: string): Buffer {
  return isSigningSecret(secret) ? decoded(secret) : Buffer.from(secret);
}

function decoded(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

/** Shortest and longest text that is a secret of the partner API, in characters (ours). */
const TEXT_LENGTH_MIN = 16;
const TEXT_LENGTH_MAX = 512;

export const TEXT_SECRET_WANTED = `Give ${TEXT_LENGTH_MIN} to ${TEXT_LENGTH_MAX} characters.`;

/** Checks whether `text` is a secret of the partner API: any text of 16 to 512 characters. */
export function isTextSecret(text: string): boolean {
  return isTextOf(text, TEXT_LENGTH_MAX) && lengthInCodePoints(text) >= TEXT_LENGTH_MIN;
}
