import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** The keys whose signatures are accepted. */
export interface KeySet {
  /** Finds the key that a token names. */
  readonly find: JWTVerifyGetKey;
  /** Checks, by its thumbprint, whether a key is still among them; if not, its tokens must be verified again. */
  readonly has: (thumbprint: string) => boolean;
}

/** A key as jose returns it. */
type Key = Parameters<typeof exportJWK>[0];

/** Returns the thumbprint of a key (RFC 7638): always the same, no matter how its set names it or when it was read. */
export async function thumbprintOf(key: Key): Promise<string> {
  return calculateJwkThumbprint(await exportJWK(key));
}

/** Returns a key set that never changes. */
export function localKeySet(keys: JSONWebKeySet): KeySet {
  return { find: createLocalJWKSet(keys), has: () => true };
}
