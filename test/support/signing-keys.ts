import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import type { Ask, Gateway } from './gateway.ts';
import { headerOf, type ReceivedCall } from './receiver.ts';

/** The 12 bytes that every Ed25519 key begins with in SPKI; the 32 that follow are what `whpk_` keys contain. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

const ROTATE = `mutation ($compromised: Boolean! = false) { rotateSigningKey(input: { compromised: $compromised }) {
  __typename
  ... on RotateSigningKeySuccess { viewer { partner signingKey signingKeysUrl } }
  ... on SigningKeyTooNewError { usableAt }
  ... on DomainError { code status message } } }`;

export async function rotateSigningKey(gateway: Gateway, variables: object = {}, ask: Partial<Ask> = {}) {
  return (await gateway.data({ query: ROTATE, variables, ...ask })).rotateSigningKey;
}

/** Returns what the partner can query about its key. */
export async function keysOf(
  gateway: Gateway,
  client = 'acme-pay',
): Promise<{ signingKey: string; signingKeysUrl: string }> {
  return (await gateway.data({ query: '{ viewer { signingKey signingKeysUrl } }', client })).viewer;
}

/** Fetches a partner's published keys, as anyone can. */
export async function publishedKeys(url: string): Promise<readonly JsonWebKey[]> {
  const answer = await fetch(url);
  return ((await answer.json()) as { keys: JsonWebKey[] }).keys;
}

/** Converts a `whpk_` key to the member `x` of published keys. */
export function xOf(signingKey: string): string {
  return Buffer.from(signingKey.replace(/^whpk_/, ''), 'base64').toString('base64url');
}

/** Returns the signatures of a call with a scheme. */
export function signaturesIn(call: ReceivedCall, scheme: 'v1' | 'v1a'): readonly string[] {
  const all = headerOf(call, 'webhook-signature').split(' ');
  return all.filter((one) => one.startsWith(`${scheme},`)).map((one) => one.slice(scheme.length + 1));
}

/** Checks whether a key has signed a call as in Standard Webhooks, with Node's own crypto only. */
export function isSignedBy(call: ReceivedCall, key: string | JsonWebKey): boolean {
  const publicKey =
    typeof key === 'string'
      ? createPublicKey({
          key: Buffer.concat([SPKI_PREFIX, Buffer.from(key.replace(/^whpk_/, ''), 'base64')]),
          format: 'der',
          type: 'spki',
        })
      : createPublicKey({ key, format: 'jwk' });
  const content = `${headerOf(call, 'webhook-id')}.${headerOf(call, 'webhook-timestamp')}.${call.body.toString()}`;
  return signaturesIn(call, 'v1a').some((one) =>
    verify(null, Buffer.from(content), publicKey, Buffer.from(one, 'base64')),
  );
}
