import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** What a public key is written behind (Standard Webhooks). */
const PUBLIC_PREFIX = 'whpk_';

/** A key pair as texts: the base64 of each 32 bytes (RFC 8032). */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** A new key pair. Not from the injected source, which a test can repeat. */
export function makeKeyPair(): KeyPair {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { publicKey: toBase64(x), privateKey: toBase64(d) };
}

/** The key that signs. */
export function privateKeyOf({ publicKey, privateKey }: KeyPair): KeyObject {
  const key = { ...publicJwk(publicKey), d: toBase64Url(privateKey) };
  return createPrivateKey({ key, format: 'jwk' });
}

/** The public key as others read it (RFC 8037). */
export function publicJwk(publicKey: string) {
  return { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(publicKey) };
}

/** The public key as partners are shown it: `whpk_` and base64. */
export function shownPublicKey(publicKey: string): string {
  return PUBLIC_PREFIX + publicKey;
}

/** The base64 of the signature of a text. */
export function signatureOf(text: string, key: KeyObject): string {
  return sign(null, Buffer.from(text), key).toString('base64');
}

function toBase64(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('base64');
}

function toBase64Url(base64: string): string {
  return Buffer.from(base64, 'base64').toString('base64url');
}
