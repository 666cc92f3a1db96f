import { LockMode } from '@mikro-orm/core';
import type { Database } from '../../../platform/database/database.ts';
import type { ResealedSecrets } from '../../../platform/secrets/resealed-secrets.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { placeOf } from './provider-credentials.ts';
import { ProviderPartner } from './provider-partner.entity.ts';

/** Re-encrypts the credentials of all partners with the first key; a dry run only counts them. */
export function resealCredentials(database: Database, secrets: SecretBox, isDryRun: boolean): Promise<ResealedSecrets> {
  return database.transaction(async ({ entities }) => {
    const outcome: ResealedSecrets = { resealed: 0, upToDate: 0, unopened: [] };
    // Locked, as this would overwrite credentials that are stored meanwhile.
    const lockMode = isDryRun ? LockMode.NONE : LockMode.PESSIMISTIC_WRITE;
    for (const known of await entities.find(ProviderPartner, {}, { orderBy: { partnerId: 'asc' }, lockMode })) {
      const became = reseal(known, secrets, isDryRun);
      if (became === 'unopened') outcome.unopened.push(known.partnerId);
      else outcome[became] += 1;
    }
    return outcome;
  });
}

/** Re-encrypts all secrets of a partner with the first key. */
function reseal(known: ProviderPartner, secrets: SecretBox, isDryRun: boolean): keyof ResealedSecrets {
  const { partnerId, clientSecret, privateKey, signingSecret } = known;
  const again = (secret: string | null | undefined, column: Parameters<typeof placeOf>[1]) =>
    secret ? secrets.reseal(secret, placeOf(partnerId, column)) : undefined;
  try {
    const client = again(clientSecret, 'clientSecret');
    const [identity, signing] = [again(privateKey, 'privateKey'), again(signingSecret, 'signingSecret')];
    if (client === undefined && identity === undefined && signing === undefined) return 'upToDate';
    if (isDryRun) return 'resealed';
    known.clientSecret = client ?? clientSecret;
    known.privateKey = identity ?? privateKey;
    known.signingSecret = signing ?? signingSecret;
    return 'resealed';
  } catch {
    return 'unopened';
  }
}
