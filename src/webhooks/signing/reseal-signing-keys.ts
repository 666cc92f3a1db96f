import { LockMode } from '@mikro-orm/core';
import type { Database } from '../../platform/database/database.ts';
import { resealRows, type ResealedSecrets } from '../../platform/secrets/resealed-secrets.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { placeOfKey } from './partner-keys.ts';
import { SigningKey } from './signing-key.entity.ts';

/** Reseals the signing keys of partners with the first passphrase; a dry run only counts them. */
export function resealSigningKeys(database: Database, secrets: SecretBox, isDryRun: boolean): Promise<ResealedSecrets> {
  return database.transaction(async ({ entities }) => {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    return resealRows(await entities.find(SigningKey, {}, { orderBy: { id: 'asc' }, lockMode }), {
      nameOf: ({ partnerId }) => partnerId,
      reseal(key) {
        const resealed = secrets.reseal(key.sealedKey, placeOfKey(key.id));
        if (resealed !== undefined && !isDryRun) key.sealedKey = resealed;
        return resealed !== undefined;
      },
    });
  });
}
