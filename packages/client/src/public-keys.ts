import { bytesOf, toBase64, utf8 } from './base64.ts';

/** What a public key is written behind (Standard Webhooks). */
const PREFIX = 'whpk_';
/** Length of an Ed25519 public key. */
const KEY_BYTES = 32;
/** Keys that nobody knows make nobody ask again sooner, in milliseconds. */
const ASKED_AGAIN_MS = 60_000;
/** For how long keys are believed without asking again, in milliseconds: so long a key that was stolen and dropped signs. */
const BELIEVED_MS = 600_000;

/** Public keys of the partner, by which signatures are right. */
export interface PublicKeys {
  /** The keys that are known, as `whpk_` and base64. */
  known(): Promise<readonly string[]>;
  /** Fetches them again if possible; returns whether it did. */
  renew(): Promise<boolean>;
}

/** Keys that are known beforehand. */
export function keysOf(keys: readonly string[]): PublicKeys {
  return { known: () => Promise.resolve(keys), renew: () => Promise.resolve(false) };
}

interface PublishedOptions {
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/**
 * Keys as they are published at `viewer { signingKeysUrl }`: the next, the current and the former ones. They are read when
 * one is needed first, every ten minutes, and when none of them has signed, once a minute at most: so a rotation needs
 * nothing done, and a key that is published no more signs no more. Where they cannot be read again, those that are known
 * stay.
 */
export function publishedKeys(url: string, { fetch: ask = fetch, now = Date.now }: PublishedOptions = {}): PublicKeys {
  let keys: readonly string[] = [];
  let askedAt = -Infinity;
  const read = async () => {
    askedAt = now();
    const answer = await ask(url);
    if (!answer.ok) throw new Error(`The public keys cannot be read: ${answer.status}.`);
    const found = keysIn(await answer.json());
    if (found.length === 0) throw new Error('There are no public keys at this address.');
    keys = found;
  };
  const renew = async () => {
    if (now() - askedAt < ASKED_AGAIN_MS) return false;
    await read();
    return true;
  };
  return {
    renew,
    async known() {
      if (keys.length === 0) await read();
      else if (now() - askedAt >= BELIEVED_MS) await renew().catch(() => undefined);
      return keys;
    },
  };
}

/** Whether one of the keys has signed a text; signatures are base64 of Ed25519. */
export async function isSignedBy(
  keys: readonly string[],
  text: string,
  signatures: readonly string[],
): Promise<boolean> {
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

/** Keys of a JSON Web Key Set that are Ed25519 (RFC 8037). */
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
