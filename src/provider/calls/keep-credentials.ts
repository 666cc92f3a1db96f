import type { Database, Sql } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { statement } from '../../platform/statements/statement.ts';
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

/** Handwritten for `on conflict`, and so that only an existing partner gets a row. Uses the database's time. */
const PUT_CREDENTIALS = statement<{ partnerId: string }>(
  'put_provider_credentials',
  `insert into provider_partner (partner_id, client_id, client_secret, scope, certificate, private_key, public_key,
     signing_secret, pocket_limit, updated_at)
   select partner.id, $2, $3, $4, $5, $6, $7, $8, $9, now() from partner where partner.id = $1
   on conflict (partner_id) do update set
     client_id = excluded.client_id, client_secret = excluded.client_secret, scope = excluded.scope,
     certificate = excluded.certificate, private_key = excluded.private_key, public_key = excluded.public_key,
     signing_secret = excluded.signing_secret, pocket_limit = excluded.pocket_limit, updated_at = excluded.updated_at
   returning partner_id as "partnerId"`,
);

const SHOWN = ['partnerId', 'clientId', 'scope', 'certificate', 'publicKey', 'pocketLimit'] as const;

/** What operators see of a partner's credentials: none of its secrets. */
export type ListedCredentials = Pick<ProviderPartner, (typeof SHOWN)[number]>;

/** Stores the credentials of a partner, encrypted, in place of previous ones; false if the partner does not exist. */
export async function putCredentials(
  { sql, secrets }: { readonly sql: Sql; readonly secrets: SecretBox },
  partnerId: string,
  credentials: OpenCredentials,
): Promise<boolean> {
  const { clientId, clientSecret, scope, certificate, privateKey, publicKey, signingSecret, pocketLimit } = credentials;
  const sealed = (secret: string | null, column: Parameters<typeof placeOf>[1]) =>
    secret === null ? null : secrets.seal(secret, placeOf(partnerId, column));
  const rows = await sql.run(PUT_CREDENTIALS, [
    partnerId,
    clientId,
    sealed(clientSecret, 'clientSecret'),
    scope,
    certificate,
    sealed(privateKey, 'privateKey'),
    publicKey,
    sealed(signingSecret, 'signingSecret'),
    pocketLimit,
  ]);
  return rows.length > 0;
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
