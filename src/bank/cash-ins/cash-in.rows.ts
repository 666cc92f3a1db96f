import { sql } from 'kysely';
import { anyOf, columnsOf, compiled, text, uuids, type RowOf } from '../../platform/statements/compiled.ts';
import { CashIn } from './cash-in.entity.ts';

export const FIND_CASH_INS = compiled(
  'find_cash_ins',
  { entities: [CashIn], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) =>
    tables
      .selectFrom('CashIn as cashIn')
      .select(columnsOf('cashIn', ['id', 'accountId', 'currency', 'endToEndId', 'parties']))
      // As text with two decimals, never a double.
      .select((columns) => sql<string>`${columns.ref('cashIn.amount')}::text`.as('amount'))
      .where('cashIn.partnerId', '=', partnerId)
      .where('cashIn.id', '=', anyOf(ids)),
);

/** A cash-in as read from storage. */
export type CashInRow = RowOf<typeof FIND_CASH_INS>;

/** A cash-in without its parties. */
export type CashInTerms = Omit<CashInRow, 'parties'>;
