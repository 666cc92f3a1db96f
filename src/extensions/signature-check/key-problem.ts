import { createPublicKey } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { signedText } from '../../webhooks/signing/signature.value.ts';
import { publicJwk } from '../../webhooks/signing/ed25519.value.ts';
import { keysSigningAt, type PartnerKeys } from '../../webhooks/signing/partner-keys.ts';
import type { Signed } from './secret-problem.ts';
import { hasSigned } from './signature-check.rules.ts';

/** Maximum number of previous keys to try. */
const PREVIOUS_MAX = 10;

interface KeyDependencies {
  readonly database: Database;
  readonly partnerKeys: PartnerKeys;
}

/** Returns what is wrong with the `v1a` signatures, as a sentence; undefined if a key valid at that time made one. */
export async function keyProblem(
  { database, partnerKeys }: KeyDependencies,
  { partnerId, at }: { readonly partnerId: string; readonly at: Date },
  { content, received }: Signed,
): Promise<string | undefined> {
  if (received.length === 0)
    return 'webhook-signature has no v1a signature, but messages of this configuration have one.';
  const text = signedText(content);
  const keys = await partnerKeys.setOf(database, partnerId);
  const isBy = ({ publicKey }: { readonly publicKey: string }) =>
    hasSigned(createPublicKey({ key: publicJwk(publicKey), format: 'jwk' }), text, received);
  // Rehearsals are signed with the next key.
  if ([...keysSigningAt(keys, at), keys.next].some(isBy)) return undefined;
  if (keys.previous.slice(0, PREVIOUS_MAX).some(isBy))
    return 'It is signed with a previous key of yours: the current one is Viewer.signingKey.';
  return 'The v1a signature is not from a key of yours: pass webhook-id, webhook-timestamp and the body exactly as received.';
}
