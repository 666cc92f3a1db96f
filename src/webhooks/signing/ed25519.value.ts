import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** Prefix of a public key (Standard Webhooks). */
const PUBLIC_PREFIX = 'whpk_';

/** A key pair as text: the base64 of 32 bytes each (RFC 8032). */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Generates a key pair, not from the injected source, which a test can repeat. */
export function makeKeyPair(): KeyPair {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { publicKey: toBase64(x), privateKey: toBase64(d) };
}

/** Returns the key to sign with. */
export function privateKeyOf({ publicKey, privateKey }: KeyPair): KeyObject {
  const key = { ...publicJwk(publicKey), d: toBase64Url(privateKey) };
  return createPrivateKey({ key, format: 'jwk' });
}

/** Returns the public key as a JSON Web Key (RFC 8037). */
export function publicJwk(publicKey: string) {
  return { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(publicKey) };
}

/** Returns the public key as partners see it: `whpk_` and base64. */
export function shownPublicKey(publicKey: string): string {
  return PUBLIC_PREFIX + publicKey;
}

/** Returns the signature of a text, in base64. */
export function signatureOf(text: string, key: KeyObject): string {
  return sign(null, Buffer.from(text), key).toString('base64');
}

function toBase64(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('base64');
}

function toBase64Url(base64: string): string {
  return Buffer.from(base64, 'base64').toString('base64url');
}
