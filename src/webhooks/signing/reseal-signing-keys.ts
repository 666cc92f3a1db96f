import { LockMode } from '@mikro-orm/core';
import type { Database } from '../../platform/database/database.ts';
import type { ResealedSecrets } from '../../platform/secrets/resealed-secrets.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { placeOfKey } from './partner-keys.ts';
import { SigningKey } from './signing-key.entity.ts';

/** Reseals the signing keys of partners with the first passphrase; a dry run only counts them. */
export function resealSigningKeys(database: Database, secrets: SecretBox, isDryRun: boolean): Promise<ResealedSecrets> {
  return database.transaction(async ({ entities }) => {
    const outcome: ResealedSecrets = { resealed: 0, upToDate: 0, unopened: [] };
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    for (const key of await entities.find(SigningKey, {}, { orderBy: { id: 'asc' }, lockMode })) {
      const anew = resealed(secrets, key.sealedKey, placeOfKey(key.id));
      if (anew === 'unopened') outcome.unopened.push(key.partnerId);
      else outcome[anew === undefined ? 'upToDate' : 'resealed'] += 1;
      if (anew !== undefined && anew !== 'unopened' && !isDryRun) key.sealedKey = anew;
    }
    return outcome;
  });
}

function resealed(secrets: SecretBox, sealedKey: string, place: string): string | undefined {
  try {
    return secrets.reseal(sealedKey, place);
  } catch {
    return 'unopened';
  }
}
