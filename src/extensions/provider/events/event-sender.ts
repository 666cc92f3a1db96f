import { Partner } from '../../../bank/partners/partner.entity.ts';
import type { Sql } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { columnsOf, compiled, text } from '../../../platform/statements/compiled.ts';
import { placeOf } from '../calls/provider-credentials.ts';
import { ProviderPartner } from '../calls/provider-partner.entity.ts';

/** The partner that an event claims to concern, and what proves it. */
export interface EventSender {
  readonly partnerId: string;
  readonly companyKey: string;
  readonly publicKey: string;
  readonly secret: string;
}

const FIND_SENDER = compiled(
  'find_sender_of_events',
  { entities: [ProviderPartner, Partner], parameters: { publicKey: text } },
  (tables, { publicKey }) =>
    tables
      .selectFrom('ProviderPartner as known')
      .innerJoin('Partner as partner', 'partner.id', 'known.partnerId')
      .select(columnsOf('known', ['partnerId', 'signingSecret']))
      .select(columnsOf('partner', ['companyKey']))
      .where('known.publicKey', '=', publicKey),
);

/**
 * Finds the partner of a public key; undefined if there is none.
 * @throws Error if none of the passphrases decrypts its secret
 */
export async function findSender(sql: Sql, secrets: SecretBox, publicKey: string): Promise<EventSender | undefined> {
  const [row] = await sql.run(FIND_SENDER, { publicKey });
  if (row === undefined || row.signingSecret === null) return undefined;
  const { partnerId, companyKey, signingSecret } = row;
  return { partnerId, companyKey, publicKey, secret: secrets.open(signingSecret, placeOf(partnerId, 'signingSecret')) };
}
