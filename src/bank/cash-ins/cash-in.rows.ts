import { sql, type Kysely } from 'kysely';
import { ACCOUNTS_NUMBERED } from '../accounts/payment-account.rows.ts';
import { ListFilter, valueIn } from '../../platform/graphql/paging/list-filter.ts';
import {
  columnsOf,
  compiled,
  eachOf,
  listOf,
  text,
  uuids,
  type RowOf,
  type TablesOf,
} from '../../platform/statements/compiled.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { CashIn } from './cash-in.entity.ts';

const COLUMNS = ['id', 'accountId', 'rail', 'currency', 'endToEndId', 'createdAt', 'parties'] as const;

function cashIns(tables: Kysely<TablesOf<typeof CashIn>>) {
  return (
    tables
      .selectFrom('CashIn as cashIn')
      .select(columnsOf('cashIn', COLUMNS))
      // As text with two decimals, never a double.
      .select((columns) => sql<string>`${columns.ref('cashIn.amount')}::text`.as('amount'))
  );
}

export const FIND_CASH_INS = compiled(
  'find_cash_ins',
  { entities: [CashIn], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) =>
    eachOf(ids, (id) => cashIns(tables).where('cashIn.partnerId', '=', partnerId).where('cashIn.id', '=', id)),
);

/** A cash-in as read from storage; instants are in PostgreSQL's format. */
export type CashInRow = RowOf<typeof FIND_CASH_INS>;

/** What its events show of a cash-in. */
export type CashInTerms = Omit<CashInRow, 'parties' | 'rail' | 'createdAt'>;

/** What cash-ins are filtered by. */
export const cashInFilter = new ListFilter(
  {
    accountNumbers: { column: '"cashIn".account_id', values: ACCOUNTS_NUMBERED },
    rails: valueIn('"cashIn".rail', 'cash_in_rail'),
    endToEndId: valueIn('"cashIn".end_to_end_id'),
  },
  { column: '"cashIn".created_at', since: 'createdSince', until: 'createdUntil' },
);

/** A cash-in in the list of its partner. */
export interface ListedCashIn extends CashInRow {
  readonly owner: string;
}

/** Pages of a partner's cash-ins, newest first. */
export const cashInsOfPartner = new Keyset<ListedCashIn>({
  name: 'cash_ins',
  list: listOf([CashIn], cashIns),
  owner: { expression: '"cashIn".partner_id', type: 'text' },
  key: [
    { expression: '"cashIn".created_at', output: 'createdAt', type: 'timestamptz' },
    { expression: '"cashIn".id', output: 'id', type: 'uuid' },
  ],
  descending: true,
  ...cashInFilter.options,
  keysIn: 'cash_in_of_partner as "cashIn"',
});
