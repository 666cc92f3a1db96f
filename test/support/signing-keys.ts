import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import type { Ask, Gateway } from './gateway.ts';
import { headerOf, type ReceivedCall } from './receiver.ts';

/** `whpk_` before 12 bytes that every Ed25519 key has in SPKI, of which a partner knows the 32 that follow. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

const ROTATE = `mutation ($compromised: Boolean! = false) { rotateSigningKey(compromised: $compromised) {
  __typename
  ... on RotateSigningKeySuccess { viewer { partner signingKey signingKeysUrl } }
  ... on SigningKeyTooNewError { usableAt }
  ... on DomainError { code status message } } }`;

export async function rotateSigningKey(gateway: Gateway, variables: object = {}, ask: Partial<Ask> = {}) {
  return (await gateway.data({ query: ROTATE, variables, ...ask })).rotateSigningKey;
}

/** What the partner is told of its key. */
export async function keysOf(
  gateway: Gateway,
  client = 'acme-pay',
): Promise<{ signingKey: string; signingKeysUrl: string }> {
  return (await gateway.data({ query: '{ viewer { signingKey signingKeysUrl } }', client })).viewer;
}

/** The keys that a partner publishes, as anybody reads them. */
export async function publishedKeys(url: string): Promise<readonly JsonWebKey[]> {
  const answer = await fetch(url);
  return ((await answer.json()) as { keys: JsonWebKey[] }).keys;
}

/** The text after `whpk_` as published keys have it. */
export function xOf(signingKey: string): string {
  return Buffer.from(signingKey.replace(/^whpk_/, ''), 'base64').toString('base64url');
}

/** Signatures of a call by scheme. */
export function signaturesIn(call: ReceivedCall, scheme: 'v1' | 'v1a'): readonly string[] {
  const all = headerOf(call, 'webhook-signature').split(' ');
  return all.filter((one) => one.startsWith(`${scheme},`)).map((one) => one.slice(scheme.length + 1));
}

/** Whether a key has signed a call, as the standard has it, by nothing but Node's own. */
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
