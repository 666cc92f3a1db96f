import type { KeyObject } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { signaturesOf, type SignedContent } from '../signing/signature.value.ts';
import type { SecretKeys } from '../signing/secret-keys.ts';
import type { TestedEndpoint } from '../test-messages/send-test-message.ts';
import { FIND_SECRETS } from './signature-check.rows.ts';
import { isAmong } from './signature-check.rules.ts';

const UNKNOWN =
  'No secret of yours has made the v1 signature: webhook-id, webhook-timestamp and the body must be as they came.';

/** A signed message and its signatures. */
export interface Signed {
  readonly content: SignedContent;
  readonly received: readonly string[];
}

interface SecretDependencies {
  readonly database: Database;
  readonly secretKeys: SecretKeys;
}

/** What is wrong with the signatures by a secret, in a sentence; undefined: the one in force has made one. */
export async function secretProblem(
  { database, secretKeys }: SecretDependencies,
  endpoint: TestedEndpoint,
  { content, received }: Signed,
): Promise<string | undefined> {
  if (received.length === 0) return 'webhook-signature has no v1 signature, and messages of this configuration have.';
  const { partnerId, configurationId, secret, previousSecret } = endpoint;
  const isBy = (key: KeyObject) => isAmong(signaturesOf(content, [key]).slice('v1,'.length), received);
  if (isBy(secretKeys.keyOf(secret, configurationId))) return undefined;
  if (previousSecret !== null && isBy(secretKeys.keyOf(previousSecret, configurationId)))
    return 'It is signed by the former secret of the configuration: the receiver needs the newest one as well.';
  for (const other of await database.run(FIND_SECRETS, [partnerId])) {
    const sealed = [other.secret, ...(other.previousSecret === null ? [] : [other.previousSecret])];
    if (sealed.some((one) => isBy(secretKeys.keyOf(one, other.configurationId))))
      return `It is signed by the secret of another configuration: ${other.name}, ${other.configurationId}.`;
  }
  return UNKNOWN;
}
