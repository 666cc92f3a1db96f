import type { KeyObject } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { signaturesOf, type SignedContent } from '../../webhooks/signing/signature.value.ts';
import type { SecretKeys } from '../../webhooks/signing/secret-keys.ts';
import type { TestedEndpoint } from '../../webhooks/test-messages/send-test-message.ts';
import { FIND_SECRETS } from './signature-check.rows.ts';
import { isAmong } from './signature-check.rules.ts';

const UNKNOWN =
  'The v1 signature is not from a secret of yours: pass webhook-id, webhook-timestamp and the body exactly as received.';

/** A signed message and its signatures. */
export interface Signed {
  readonly content: SignedContent;
  readonly received: readonly string[];
}

interface SecretDependencies {
  readonly database: Database;
  readonly secretKeys: SecretKeys;
}

/** Returns what is wrong with the `v1` signatures, as a sentence; undefined if the current secret made one. */
export async function secretProblem(
  { database, secretKeys }: SecretDependencies,
  endpoint: TestedEndpoint,
  { content, received }: Signed,
): Promise<string | undefined> {
  if (received.length === 0)
    return 'webhook-signature has no v1 signature, but messages of this configuration have one.';
  const { partnerId, configurationId, secret, previousSecret } = endpoint;
  const isBy = (key: KeyObject) => isAmong(signaturesOf(content, [key]).slice('v1,'.length), received);
  if (isBy(secretKeys.keyOf(secret, configurationId))) return undefined;
  if (previousSecret !== null && isBy(secretKeys.keyOf(previousSecret, configurationId)))
    return 'It is signed with the previous secret of the configuration: the receiver needs the newest one too.';
  for (const other of await database.run(FIND_SECRETS, [partnerId])) {
    const sealed = [other.secret, ...(other.previousSecret === null ? [] : [other.previousSecret])];
    if (sealed.some((one) => isBy(secretKeys.keyOf(one, other.configurationId))))
      return `It is signed with the secret of another configuration: ${other.name}, ${other.configurationId}.`;
  }
  return UNKNOWN;
}
