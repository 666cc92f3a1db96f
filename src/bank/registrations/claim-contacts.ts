import type { Sql } from '../../platform/statements/statement.ts';
import { CLAIM_CONTACTS } from './register-customer.rows.ts';
import { emailAlreadyInUse, phoneAlreadyInUse } from './registration.errors.ts';

/** Claims contacts for a customer until the commit; returns the refusal if another customer has one. */
export async function claimContacts(
  sql: Sql,
  { partnerId, documentNumber }: { readonly partnerId: string; readonly documentNumber: string },
  { phoneE164, email }: { readonly phoneE164: string; readonly email: string },
) {
  const claimed = await sql.run(CLAIM_CONTACTS, [partnerId, documentNumber, phoneE164, email]);
  const has = (wanted: string) => claimed.some(({ kind }) => kind === wanted);
  if (!has('PHONE')) return phoneAlreadyInUse();
  return has('EMAIL') ? undefined : emailAlreadyInUse();
}
