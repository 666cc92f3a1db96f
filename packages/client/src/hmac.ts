import { bytesOf, utf8 } from './base64.ts';
import { headerOf, WebhookRefused, type WebhookHeaders } from './webhook-message.ts';

/** How old a delivery can be, and how far ahead its timestamp, in seconds. */
const TOLERANCE_SECONDS = 300;

/** A URI without a path, which is requested as one with a slash. */
const NO_PATH = /^(\w+:\/\/[^/?#]+)(?=[?#]|$)/;

export interface HmacOptions {
  /** Secret of the configuration, as it was given. */
  readonly secret: string;
  /** `uri` of the configuration as it was given, also behind a proxy that changes it. */
  readonly uri: string;
  readonly toleranceSeconds?: number;
  /** Returns the time, in milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Verifies `authorization: hmac` of a delivery of envelopes. It covers neither `webhook-id` nor `idempotency-key`: handle
 * an envelope once by the `idempotencyKey` in its body. `WebhookVerifier` verifies the other signature of a delivery.
 * @throws WebhookRefused
 */
export async function verifyHmac(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { secret, uri, toleranceSeconds = TOLERANCE_SECONDS, now = Date.now }: HmacOptions,
): Promise<void> {
  const of = (name: string) => headerOf(headers, name);
  const [publicKey, timestamp, nonce] = [of('publickey'), of('requesttimestamp'), of('nonce')];
  const [, given] = /^hmac +(\S+)$/i.exec(of('authorization')) ?? [];
  if (given === undefined || timestamp === '' || nonce === '')
    throw new WebhookRefused('HEADERS', 'authorization, nonce or requestTimestamp is missing.');
  const ageSeconds = now() / 1_000 - Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds)
    throw new WebhookRefused('TIMESTAMP', `requestTimestamp is not within ${toleranceSeconds} s of now.`);
  const encoded = encodeURIComponent(uri.replace(NO_PATH, '$1/')).toLowerCase();
  const text = [publicKey, encoded, timestamp, nonce, base64Of(body)].join('&');
  const key = await crypto.subtle.importKey('raw', utf8(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signature = bytesOf(given);
  if (signature !== undefined && (await crypto.subtle.verify('HMAC', key, signature, utf8(text)))) return;
  throw new WebhookRefused('SIGNATURE', 'The signature of authorization is not of this secret and uri.');
}

function base64Of(body: string | Uint8Array): string {
  const bytes = typeof body === 'string' ? utf8(body) : body;
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
