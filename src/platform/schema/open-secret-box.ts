import type { OpenedDatabase } from '../database/opened-database.ts';
import { Installation } from './installation.entity.ts';
import { SecretBox } from '../secrets/secret-box.ts';

interface SecretsSettings {
  /** Passphrases of SECRETS_KEY; the first seals. */
  readonly secretsKeys?: readonly string[] | undefined;
}

/** Creates the box for secrets at rest. Without SECRETS_KEY a key in the database seals; it always opens. */
export async function openSecretBox(
  { secretsKeys = [] }: SecretsSettings,
  { entityManager }: OpenedDatabase,
): Promise<SecretBox> {
  const { secret } = await entityManager.fork().findOneOrFail(Installation, 1);
  return new SecretBox([...secretsKeys, secret]);
}
