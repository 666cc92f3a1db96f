import { createHmac, sign, type KeyObject } from 'node:crypto';

/** What is signed, and verified by the receiver (Standard Webhooks). */
export interface SignedContent {
  /** Id of the message: the same on every attempt. */
  readonly id: string;
  /** Time of this attempt, in seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The keys that sign a message. */
export interface Signers {
  /** Secrets of the configuration, the current one first. */
  readonly v1: readonly KeyObject[];
  /** Ed25519 keys of the partner, the current one first. */
  readonly v1a: readonly KeyObject[];
  /** The secret of the configuration as text, for the format ENVELOPES. */
  readonly hmac?: KeyObject | undefined;
}

/** A request that is signed by `authorization: hmac`. */
export interface HmacRequest {
  readonly publicKey: string;
  readonly uri: string;
  /** In seconds since 1970. */
  readonly requestTimestamp: string;
  readonly nonce: string;
  readonly body: string;
}

/** A URI without a path, which its receiver sees as one with a slash. */
const NO_PATH = /^(\w+:\/\/[^/?#]+)(?=[?#]|$)/;

/** Returns the signature of `authorization: hmac`, as the partner API documents it. */
export function hmacSignature(request: HmacRequest, key: KeyObject | string): string {
  const { publicKey, uri, requestTimestamp, nonce, body } = request;
  const encoded = encodeURIComponent(uri.replace(NO_PATH, '$1/')).toLowerCase();
  const content = [publicKey, encoded, requestTimestamp, nonce, Buffer.from(body).toString('base64')].join('&');
  return createHmac('sha256', key).update(content).digest('base64');
}

/** Returns the header `webhook-signature`, with the signatures of both schemes. */
export function signatureHeader(content: SignedContent, { v1, v1a }: Signers): string {
  const asymmetric = v1a.length === 0 ? '' : asymmetricSignatures(content, v1a);
  return [signaturesOf(content, v1), asymmetric].filter((signatures) => signatures !== '').join(' ');
}

/** Returns the text that is signed. */
export function signedText({ id, timestamp, body }: SignedContent): string {
  return `${id}.${timestamp}.${body}`;
}

/** Returns one `v1` signature per secret, separated by spaces. */
export function signaturesOf(content: SignedContent, keys: readonly (KeyObject | Buffer)[]): string {
  const text = signedText(content);
  return keys.map((key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`).join(' ');
}

function asymmetricSignatures(content: SignedContent, keys: readonly KeyObject[]): string {
  const bytes = Buffer.from(signedText(content));
  return keys.map((key) => `v1a,${sign(null, bytes, key).toString('base64')}`).join(' ');
}
