import { createHmac, sign, type KeyObject } from 'node:crypto';

/** What a receiver verifies a message by (Standard Webhooks). */
export interface SignedContent {
  /** Of the message: the same on every try. */
  readonly id: string;
  /** Of this try, in seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** What signs a message. */
export interface Signers {
  /** Secrets of the configuration: the one in force first. */
  readonly v1: readonly KeyObject[];
  /** Ed25519 keys of the partner: the current one first. */
  readonly v1a: readonly KeyObject[];
}

/** The header `webhook-signature` of both schemes. */
export function signatureHeader(content: SignedContent, { v1, v1a }: Signers): string {
  const asymmetric = v1a.length === 0 ? '' : asymmetricSignatures(content, v1a);
  return [signaturesOf(content, v1), asymmetric].filter((signatures) => signatures !== '').join(' ');
}

/** What is signed of a message. */
export function signedText({ id, timestamp, body }: SignedContent): string {
  return `${id}.${timestamp}.${body}`;
}

/** One signature for each secret, with a space between. */
export function signaturesOf(content: SignedContent, keys: readonly (KeyObject | Buffer)[]): string {
  const text = signedText(content);
  return keys.map((key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`).join(' ');
}

function asymmetricSignatures(content: SignedContent, keys: readonly KeyObject[]): string {
  const bytes = Buffer.from(signedText(content));
  return keys.map((key) => `v1a,${sign(null, bytes, key).toString('base64')}`).join(' ');
}
