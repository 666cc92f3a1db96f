import type { Database } from '../../platform/database/database.ts';
import type { ResealedSecrets } from '../../platform/secrets/resealed-secrets.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { statement } from '../../platform/statements/statement.ts';
import { placeOfKey } from './partner-keys.ts';

const FIND_SEALED = statement<{ id: string; partnerId: string; sealedKey: string }>(
  'find_sealed_signing_keys',
  'select id, partner_id as "partnerId", sealed_key as "sealedKey" from signing_key order by id for update',
);

const RESEAL = statement('reseal_signing_key', 'update signing_key set sealed_key = $2 where id = $1::uuid');

/** Reseals the signing keys of partners with the first passphrase; a dry run only counts them. */
export function resealSigningKeys(database: Database, secrets: SecretBox, isDryRun: boolean): Promise<ResealedSecrets> {
  return database.transaction(async (transaction) => {
    const outcome: ResealedSecrets = { resealed: 0, upToDate: 0, unopened: [] };
    for (const { id, partnerId, sealedKey } of await transaction.run(FIND_SEALED, [])) {
      const anew = resealed(secrets, sealedKey, placeOfKey(id));
      if (anew === 'unopened') outcome.unopened.push(partnerId);
      else outcome[anew === undefined ? 'upToDate' : 'resealed'] += 1;
      if (anew !== undefined && anew !== 'unopened' && !isDryRun) await transaction.run(RESEAL, [id, anew]);
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
