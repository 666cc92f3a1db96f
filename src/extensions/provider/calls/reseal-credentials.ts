import type { Database } from '../../../platform/database/database.ts';
import { lockToReseal, resealRows, type ResealedSecrets } from '../../../platform/secrets/resealed-secrets.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { placeOf } from './provider-credentials.ts';
import { ProviderPartner } from './provider-partner.entity.ts';

/** Re-encrypts the credentials of all partners with the first key; a dry run only counts them. */
export function resealCredentials(database: Database, secrets: SecretBox, isDryRun: boolean): Promise<ResealedSecrets> {
  return database.transaction(async ({ entities }) => {
    const lockMode = lockToReseal(isDryRun);
    return resealRows(await entities.find(ProviderPartner, {}, { orderBy: { partnerId: 'asc' }, lockMode }), {
      nameOf: ({ partnerId }) => partnerId,
      reseal: (known) => reseal(known, secrets, isDryRun),
    });
  });
}

/** Re-encrypts all secrets of a partner, or none of them. */
function reseal(known: ProviderPartner, secrets: SecretBox, isDryRun: boolean): boolean {
  const { partnerId, clientSecret, privateKey, signingSecret } = known;
  const again = (secret: string | null | undefined, column: Parameters<typeof placeOf>[1]) =>
    secret ? secrets.reseal(secret, placeOf(partnerId, column)) : undefined;
  const client = again(clientSecret, 'clientSecret');
  const [identity, signing] = [again(privateKey, 'privateKey'), again(signingSecret, 'signingSecret')];
  if (!isDryRun) {
    known.clientSecret = client ?? clientSecret;
    known.privateKey = identity ?? privateKey;
    known.signingSecret = signing ?? signingSecret;
  }
  return client !== undefined || identity !== undefined || signing !== undefined;
}
