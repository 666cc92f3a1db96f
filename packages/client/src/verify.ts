import { bytesOf, utf8 } from './base64.ts';
import { isSignedByOne, type PublicKeys } from './public-keys.ts';
import { headerOf, messageOf, WebhookRefused, type WebhookHeaders, type WebhookMessage } from './webhook-message.ts';

/** How old a delivery can be, and how far ahead its timestamp, in seconds (Standard Webhooks). */
const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';
/** How many signatures of a delivery are looked at: the gateway sends at most four. */
const SIGNATURES_MAX = 20;
/** Shortest text that is a secret, in characters. */
const TEXT_LENGTH_MIN = 16;

export interface VerifierOptions {
  /**
   * Secrets of the configuration, as `whsec_…`, or for envelopes as the text that was given; while it is being changed,
   * the old and the new one.
   */
  readonly secrets?: readonly string[];
  /** Public keys of the partner: with them no secret needs to be kept. */
  readonly publicKeys?: PublicKeys;
  readonly toleranceSeconds?: number;
  /** Returns the time, in milliseconds since 1970. */
  readonly now?: () => number;
}

interface SignedText {
  readonly text: string;
  /** Signatures in base64, by version. */
  readonly v1: readonly string[];
  readonly v1a: readonly string[];
}

/** Verifies that deliveries are the gateway's: by secret (`v1`), by public key (`v1a`), or by either. */
export class WebhookVerifier {
  readonly #options: VerifierOptions;

  constructor(options: VerifierOptions) {
    const { secrets = [], publicKeys } = options;
    if (secrets.length === 0 && publicKeys === undefined) throw new Error('Give secrets, public keys, or both.');
    if (secrets.some((secret) => rawSecret(secret) === undefined))
      throw new Error(`A secret must be whsec_ and base64, or of ${TEXT_LENGTH_MIN} characters or more.`);
    this.#options = options;
  }

  /**
   * Verifies a delivery and returns its message. Pass the exact body of the request: JSON that was parsed and
   * serialized again is a different text.
   * @throws WebhookRefused
   */
  async verify(headers: WebhookHeaders, body: string | Uint8Array): Promise<WebhookMessage> {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
    const [id, timestamp] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')];
    const signatures = headerOf(headers, 'webhook-signature').split(' ', SIGNATURES_MAX);
    if (id === '' || timestamp === '')
      throw new WebhookRefused('HEADERS', 'webhook-id or webhook-timestamp is missing.');
    this.#expectRecent(timestamp);
    const of = (version: string) =>
      signatures.filter((one) => one.startsWith(`${version},`)).map((one) => one.slice(version.length + 1));
    const signed = { text: `${id}.${timestamp}.${text}`, v1: of('v1'), v1a: of('v1a') };
    if ((await this.#isOfSecret(signed)) || (await this.#isOfKey(signed))) return messageOf(headers, text);
    throw new WebhookRefused('SIGNATURE', 'No signature matches a known secret or key.');
  }

  #expectRecent(timestamp: string): void {
    const { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now } = this.#options;
    const ageSeconds = now() / 1_000 - Number(timestamp);
    if (/^\d{1,12}$/.test(timestamp) && Math.abs(ageSeconds) <= toleranceSeconds) return;
    throw new WebhookRefused('TIMESTAMP', `webhook-timestamp is not within ${toleranceSeconds} s of now.`);
  }

  async #isOfSecret({ text, v1 }: SignedText): Promise<boolean> {
    for (const secret of this.#options.secrets ?? []) {
      const raw = rawSecret(secret) ?? new Uint8Array();
      const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
      for (const signature of v1) {
        const bytes = bytesOf(signature);
        if (bytes !== undefined && (await crypto.subtle.verify('HMAC', key, bytes, utf8(text)))) return true;
      }
    }
    return false;
  }

  async #isOfKey({ text, v1a }: SignedText): Promise<boolean> {
    const { publicKeys } = this.#options;
    if (publicKeys === undefined || v1a.length === 0) return false;
    try {
      return await isSignedByOne(publicKeys, text, v1a);
    } catch (cause) {
      throw new WebhookRefused('KEYS', 'No public key is available now.', { cause });
    }
  }
}

/** Returns the key of a secret: of a text, its bytes. */
function rawSecret(secret: string) {
  if (!secret.startsWith(SECRET_PREFIX)) return secret.length < TEXT_LENGTH_MIN ? undefined : utf8(secret);
  const raw = bytesOf(secret.slice(SECRET_PREFIX.length));
  return raw === undefined || raw.length === 0 ? undefined : raw;
}
