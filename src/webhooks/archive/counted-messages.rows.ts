import { OWNER } from '../../platform/statements/keyset-options.ts';
import { filterOf } from '../../platform/statements/keyset-filter.ts';
import { ListStatements, type ListStatement } from '../../platform/statements/list-statements.ts';
import type { Sql, SqlValue } from '../../platform/statements/statement.ts';
import { MESSAGE_FILTERS, MESSAGES, PERIOD_FILTERS } from './webhook-message.rows.ts';

const statements = new ListStatements('webhook_messages_counted');
const known = new Map<string, ListStatement<{ count: number }>>();

/** Counts a partner's messages that match the filters of a search one by one, up to `max`. */
export async function countMatching(
  sql: Sql,
  partnerId: string,
  { filters, max }: { readonly filters: readonly SqlValue[]; readonly max: number },
): Promise<number> {
  const filter = filterOf({ filters: MESSAGE_FILTERS, boundingFilters: PERIOD_FILTERS }, filters, 3);
  const statement = statements.remember(known, ['upto'], filter, () =>
    `select count(*)::int as "count" from (
       select from ${MESSAGES} where message.partner_id = $1 ${filter.sql} limit $2
     ) as counted`.replaceAll(OWNER, '$1'),
  );
  const [counted] = await sql.run(statement, [partnerId, max, ...filter.values]);
  return counted?.count ?? 0;
}
