import { bytesOf, utf8 } from './base64.ts';
import { isSignedBy, type PublicKeys } from './public-keys.ts';
import { headerOf, messageOf, type WebhookHeaders, type WebhookMessage } from './webhook-message.ts';

/** How old a delivery may be, and how far ahead its clock, in seconds (Standard Webhooks). */
const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';

export interface VerifierOptions {
  /** Secrets of the configuration, as `whsec_…`; while one is changed, both. */
  readonly secrets?: readonly string[];
  /** Public keys of the partner, of which no secret needs to be kept. */
  readonly publicKeys?: PublicKeys;
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export type Refusal = 'HEADERS' | 'TIMESTAMP' | 'SIGNATURE';

/** A delivery that is not to be believed. */
export class WebhookRefused extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal, message: string) {
    super(message);
    this.name = 'WebhookRefused';
    this.reason = reason;
  }
}

interface SignedText {
  readonly text: string;
  /** Base64, by their versions. */
  readonly v1: readonly string[];
  readonly v1a: readonly string[];
}

/** Tells deliveries of the gateway from those of anybody else: by secret (`v1`), by public key (`v1a`), or by either. */
export class WebhookVerifier {
  private readonly options: VerifierOptions;

  constructor(options: VerifierOptions) {
    const { secrets = [], publicKeys } = options;
    if (secrets.length === 0 && publicKeys === undefined) throw new Error('Give secrets, public keys, or both.');
    if (secrets.some((secret) => !secret.startsWith(SECRET_PREFIX) || rawSecret(secret) === undefined))
      throw new Error('A secret is whsec_ and base64.');
    this.options = options;
  }

  /**
   * The message of a delivery. The body is exactly that of the request: JSON that was parsed and written again is
   * another text.
   * @throws WebhookRefused
   */
  async verify(headers: WebhookHeaders, body: string | Uint8Array): Promise<WebhookMessage> {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
    const [id, timestamp] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')];
    const signatures = headerOf(headers, 'webhook-signature').split(' ');
    if (id === '' || timestamp === '')
      throw new WebhookRefused('HEADERS', 'webhook-id or webhook-timestamp is absent.');
    this.expectRecent(timestamp);
    const of = (version: string) =>
      signatures.filter((one) => one.startsWith(`${version},`)).map((one) => one.slice(version.length + 1));
    const signed = { text: `${id}.${timestamp}.${text}`, v1: of('v1'), v1a: of('v1a') };
    if ((await this.isOfSecret(signed)) || (await this.isOfKey(signed))) return messageOf(headers, text);
    throw new WebhookRefused('SIGNATURE', 'No signature is of a secret or key that is known.');
  }

  private expectRecent(timestamp: string): void {
    const { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now } = this.options;
    const ageSeconds = now() / 1_000 - Number(timestamp);
    if (/^\d{1,12}$/.test(timestamp) && Math.abs(ageSeconds) <= toleranceSeconds) return;
    throw new WebhookRefused('TIMESTAMP', `webhook-timestamp is not within ${toleranceSeconds} s of now.`);
  }

  private async isOfSecret({ text, v1 }: SignedText): Promise<boolean> {
    for (const secret of this.options.secrets ?? []) {
      const raw = rawSecret(secret) ?? new Uint8Array();
      const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
      for (const signature of v1) {
        const bytes = bytesOf(signature);
        if (bytes !== undefined && (await crypto.subtle.verify('HMAC', key, bytes, utf8(text)))) return true;
      }
    }
    return false;
  }

  private async isOfKey({ text, v1a }: SignedText): Promise<boolean> {
    const { publicKeys } = this.options;
    if (publicKeys === undefined || v1a.length === 0) return false;
    if (await isSignedBy(await publicKeys.known(), text, v1a)) return true;
    return (await publicKeys.renew()) && isSignedBy(await publicKeys.known(), text, v1a);
  }
}

function rawSecret(secret: string) {
  const raw = bytesOf(secret.slice(SECRET_PREFIX.length));
  return raw === undefined || raw.length === 0 ? undefined : raw;
}
