import type { Sql } from '../../platform/database/database.ts';
import type { FoundTenant } from '../../platform/auth/principal.ts';
import { compiled, text } from '../../platform/statements/compiled.ts';
import { Partner } from './partner.entity.ts';
import { restrictionsOf } from './partner-restrictions.ts';

const FIND_PARTNER = compiled('find_partner', { entities: [Partner], parameters: { id: text } }, (tables, { id }) =>
  tables
    .selectFrom('Partner as partner')
    .select([
      'partner.companyKey as companyKey',
      'partner.suspendedAt as suspendedAt',
      'partner.bindingRequiredAt as bindingRequiredAt',
    ])
    .where('partner.id', '=', id),
);

/** Returns the partner that a token names; called once per token. */
export async function findPartner(sql: Sql, id: string): Promise<FoundTenant | undefined> {
  const [partner] = await sql.run(FIND_PARTNER, { id });
  return partner && { companyKey: partner.companyKey, ...restrictionsOf(partner) };
}
