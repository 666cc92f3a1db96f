import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** Whose signatures are taken. */
export interface KeySet {
  /** The key that a token names. */
  readonly find: JWTVerifyGetKey;
  /** Whether a key is still among them, by its thumbprint; false: a token of it must be verified again. */
  readonly has: (thumbprint: string) => boolean;
}

/** A key as jose gives it back. */
type Key = Parameters<typeof exportJWK>[0];

/** RFC 7638: the same for one key, however often its set was read and whatever it is called there. */
export async function thumbprintOf(key: Key): Promise<string> {
  return calculateJwkThumbprint(await exportJWK(key));
}

/** Keys that never change. */
export function localKeySet(keys: JSONWebKeySet): KeySet {
  return { find: createLocalJWKSet(keys), has: () => true };
}
