import { Partner } from '../../../bank/partners/partner.entity.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { placeOf } from './provider-credentials.ts';
import { ProviderPartner } from './provider-partner.entity.ts';

/** Credentials of a partner at the provider, with its secrets decrypted. */
export interface OpenCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | null;
  readonly certificate: string | null;
  readonly privateKey: string | null;
  readonly publicKey: string | null;
  readonly signingSecret: string | null;
  readonly pocketLimit: number | null;
}

const SHOWN = ['partnerId', 'clientId', 'scope', 'certificate', 'publicKey', 'pocketLimit'] as const;

/** What operators see of a partner's credentials: none of its secrets. */
export type ListedCredentials = Pick<ProviderPartner, (typeof SHOWN)[number]>;

interface Keeping {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly now: Date;
}

/** Stores the credentials of a partner, encrypted, in place of previous ones; false if the partner does not exist. */
export async function putCredentials(
  { database, secrets, now: updatedAt }: Keeping,
  partnerId: string,
  credentials: OpenCredentials,
): Promise<boolean> {
  const { clientSecret, privateKey, signingSecret } = credentials;
  const sealed = (secret: string, column: Parameters<typeof placeOf>[1]) =>
    secrets.seal(secret, placeOf(partnerId, column));
  return database.transaction(async ({ entities }) => {
    if ((await entities.findOne(Partner, partnerId)) === null) return false;
    await entities.upsert(ProviderPartner, {
      ...{ ...credentials, partnerId, updatedAt },
      clientSecret: sealed(clientSecret, 'clientSecret'),
      privateKey: privateKey && sealed(privateKey, 'privateKey'),
      signingSecret: signingSecret && sealed(signingSecret, 'signingSecret'),
    });
    return true;
  });
}

/** Lists the credentials of all partners, without their secrets. */
export function listCredentials({ entities }: Database): Promise<readonly ListedCredentials[]> {
  return entities.find(ProviderPartner, {}, { fields: SHOWN, orderBy: { partnerId: 'asc' } });
}

/** Deletes the credentials of a partner; false if it has none. */
export function removeCredentials(database: Database, partnerId: string): Promise<boolean> {
  return database.transaction(async ({ entities }) => {
    const known = await entities.findOne(ProviderPartner, partnerId);
    if (known !== null) entities.remove(known);
    return known !== null;
  });
}
