import { bytesOf, toBase64, utf8 } from './base64.ts';

/** Prefix of a public key (Standard Webhooks). */
const PREFIX = 'whpk_';
/** Length of an Ed25519 public key, in bytes. */
const KEY_BYTES = 32;
/** Minimum time between fetches, in milliseconds, even after an unknown key or a failed fetch. */
const ASKED_AGAIN_MS = 60_000;
/** The same while no key is known at all. */
const NONE_ASKED_AGAIN_MS = 5_000;
/** Timeout of a fetch, in milliseconds. */
const READ_MS = 5_000;
/** How long keys are trusted without a new fetch, in ms: a stolen key stays valid for as long after its withdrawal. */
const BELIEVED_MS = 600_000;
/** The same while no fetch succeeds. Deliveries come from where the keys are: both are reachable, or neither is. */
const BELIEVED_UNREAD_MS = 3_600_000;

/** Public keys of the partner, which verify signatures. */
export interface PublicKeys {
  /** Returns the known keys, as `whpk_` and base64. Rejects if none is available now. */
  known(): Promise<readonly string[]>;
  /** Fetches them again if possible; returns whether it did. */
  renew(): Promise<boolean>;
}

/** Wraps keys that are known beforehand; they are never fetched. */
export function keysOf(keys: readonly string[]): PublicKeys {
  return { known: () => Promise.resolve(keys), renew: () => Promise.resolve(false) };
}

interface PublishedOptions {
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/**
 * Fetches the keys published at `viewer { signingKeysUrl }`: the next, the current and the previous ones. They are
 * fetched when first needed, every ten minutes, and when none of them has signed, at most once a minute: so a rotation
 * requires no action, and keys that are no longer published are no longer accepted. If fetches fail, known keys stay for
 * up to an hour; while none is known, fetches are at least five seconds apart. Concurrent callers share one fetch, which
 * times out after five seconds.
 */
export function publishedKeys(url: string, { fetch: ask = fetch, now = Date.now }: PublishedOptions = {}): PublicKeys {
  let keys: readonly string[] = [];
  let [readAt, askedAt] = [-Infinity, -Infinity];
  let reading: Promise<boolean> | undefined;
  let failure: unknown;
  const read = async () => {
    try {
      keys = await keysAt(url, ask);
      readAt = now();
      return true;
    } catch (error) {
      failure = error;
      return false;
    } finally {
      reading = undefined;
    }
  };
  const renew = async () => {
    const pause = keys.length === 0 ? NONE_ASKED_AGAIN_MS : ASKED_AGAIN_MS;
    if (reading === undefined && now() - askedAt >= pause) {
      askedAt = now();
      reading = read();
    }
    return (await reading) ?? false;
  };
  return {
    renew,
    async known() {
      if (keys.length === 0 || now() - readAt >= BELIEVED_MS) await renew();
      if (now() - readAt >= BELIEVED_UNREAD_MS) throw new Error('The public keys cannot be read.', { cause: failure });
      return keys;
    },
  };
}

async function keysAt(url: string, ask: typeof fetch): Promise<readonly string[]> {
  const answer = await ask(url, { signal: AbortSignal.timeout(READ_MS) });
  if (!answer.ok) throw new Error(`The URL of the public keys responded with ${answer.status}.`);
  const keys = keysIn(await answer.json());
  if (keys.length === 0) throw new Error('There are no public keys at this URL.');
  return keys;
}

// Fetches the keys again if none of the known ones has signed; rejects if no key is available.
export async function isSignedByOne(
  publicKeys: PublicKeys,
  text: string,
  signatures: readonly string[],
): Promise<boolean> {
  if (await isSignedBy(await publicKeys.known(), text, signatures)) return true;
  return (await publicKeys.renew()) && isSignedBy(await publicKeys.known(), text, signatures);
}

/** Checks whether one of the keys has signed a text; signatures are Ed25519 in base64. */
async function isSignedBy(keys: readonly string[], text: string, signatures: readonly string[]): Promise<boolean> {
  for (const key of keys) {
    const raw = bytesOf(key.replace(PREFIX, ''));
    if (raw?.length !== KEY_BYTES) continue;
    const imported = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
    for (const signature of signatures) {
      const bytes = bytesOf(signature);
      if (bytes !== undefined && (await crypto.subtle.verify('Ed25519', imported, bytes, utf8(text)))) return true;
    }
  }
  return false;
}

/** Returns the Ed25519 keys of a JSON Web Key Set (RFC 8037). */
function keysIn(set: unknown): readonly string[] {
  const listed: unknown = isObject(set) ? set['keys'] : undefined;
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((key: unknown) => {
    if (!isObject(key) || key['crv'] !== 'Ed25519' || typeof key['x'] !== 'string') return [];
    return [PREFIX + toBase64(key['x'])];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
