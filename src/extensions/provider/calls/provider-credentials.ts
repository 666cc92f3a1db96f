import type { Sql } from '../../../platform/database/database.ts';
import type { TlsIdentity } from '../../../platform/outbound/connections.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { columnsOf, compiled, text } from '../../../platform/statements/compiled.ts';
import { ProviderPartner } from './provider-partner.entity.ts';

/** Returns what a secret is bound to when it is encrypted: its column in its partner's row. */
export function placeOf(partnerId: string, column: 'clientSecret' | 'privateKey' | 'signingSecret'): string {
  return `provider_partner ${partnerId} ${column}`;
}

/** What a partner needs to get tokens from the provider. */
export interface ProviderCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | null;
  readonly identity: TlsIdentity | undefined;
}

const FIND_CREDENTIALS = compiled(
  'find_provider_credentials',
  { entities: [ProviderPartner], parameters: { partnerId: text } },
  (tables, { partnerId }) =>
    tables
      .selectFrom('ProviderPartner as known')
      .select(columnsOf('known', ['clientId', 'clientSecret', 'scope', 'certificate', 'privateKey']))
      .where('known.partnerId', '=', partnerId),
);

/**
 * Finds and decrypts the credentials of a partner; undefined if it has none.
 * @throws Error if none of the passphrases decrypts them
 */
export async function findCredentials(
  sql: Sql,
  secrets: SecretBox,
  partnerId: string,
): Promise<ProviderCredentials | undefined> {
  const [row] = await sql.run(FIND_CREDENTIALS, { partnerId });
  if (row === undefined) return undefined;
  const { clientId, scope, certificate, privateKey } = row;
  return {
    clientId,
    scope,
    clientSecret: secrets.open(row.clientSecret, placeOf(partnerId, 'clientSecret')),
    identity:
      certificate === null || privateKey === null
        ? undefined
        : { owner: partnerId, certificate, privateKey: secrets.open(privateKey, placeOf(partnerId, 'privateKey')) },
  };
}
