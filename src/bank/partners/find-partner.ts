import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';

const FIND_PARTNER = statement<{ companyKey: string }>(
  'find_partner',
  `select company_key as "companyKey" from partner where id = $1`,
);

/** The partner that a token names; asked once per token. */
export async function findPartner(sql: Sql, id: string): Promise<{ readonly companyKey: string } | undefined> {
  const [partner] = await sql.run(FIND_PARTNER, [id]);
  return partner;
}
