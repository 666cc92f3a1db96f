import { sql, type Kysely } from 'kysely';
import { PaymentAccount } from '../../../bank/accounts/payment-account.entity.ts';
import { Pocket } from '../../../bank/pockets/pocket.entity.ts';
import { ListFilter, valueIn } from '../../../platform/graphql/paging/list-filter.ts';
import {
  columnsExcept,
  columnsOf,
  compiled,
  eachOf,
  insertOf,
  listOf,
  text,
  uuids,
  valuesOf,
  type RowOf,
  type TablesOf,
} from '../../../platform/statements/compiled.ts';
import { Keyset } from '../../../platform/statements/keyset.ts';
import { LedgerBalance } from '../books/ledger-balance.entity.ts';
import { PocketTransaction } from './pocket-transaction.entity.ts';

const ENTITIES = [PocketTransaction, Pocket] as const;

function transactions(tables: Kysely<TablesOf<(typeof ENTITIES)[number]>>) {
  return (
    tables
      .selectFrom('PocketTransaction as movement')
      .innerJoin('Pocket as pocket', 'pocket.id', 'movement.pocketId')
      .select(columnsOf('movement', columnsExcept(PocketTransaction, 'partnerId', 'amount')))
      .select('pocket.number as pocketNumber')
      // As text with two decimals, never a double.
      .select((columns) => sql<string>`${columns.ref('movement.amount')}::text`.as('amount'))
  );
}

export const FIND_POCKET_TRANSACTIONS = compiled(
  'find_pocket_transactions',
  { entities: ENTITIES, parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) =>
    eachOf(ids, (id) => transactions(tables).where('movement.partnerId', '=', partnerId).where('movement.id', '=', id)),
);

/** A transaction as read from storage; instants are in PostgreSQL's format. */
export type PocketTransactionRow = RowOf<typeof FIND_POCKET_TRANSACTIONS>;

/**
 * Finds what a movement depends on. A separate statement after the lock of the account: in the one that locks, it would
 * use the snapshot from before the wait.
 */
export const FIND_MOVEMENT_FACTS = compiled(
  'find_movement_facts',
  { entities: [Pocket, PaymentAccount, LedgerBalance], parameters: { partnerId: text, number: text } },
  (tables, { partnerId, number }) =>
    tables
      .selectFrom('Pocket as pocket')
      .innerJoin('PaymentAccount as account', 'account.id', 'pocket.accountId')
      .leftJoin('LedgerBalance as ofAccount', 'ofAccount.ownerId', 'account.id')
      .leftJoin('LedgerBalance as ofPocket', 'ofPocket.ownerId', 'pocket.id')
      .select(['pocket.id as pocketId', 'pocket.status as pocketStatus', 'pocket.currency as pocketCurrency'])
      .select(['account.id as accountId', 'account.status as accountStatus'])
      .select(['account.branch as accountBranch', 'account.number as accountNumber'])
      .select((columns) => [
        sql<string>`coalesce(${columns.ref('ofAccount.available')}, 0.00)::text`.as('ofAccount'),
        sql<string>`coalesce(${columns.ref('ofPocket.available')}, 0.00)::text`.as('ofPocket'),
      ])
      .where('pocket.partnerId', '=', partnerId)
      .where('pocket.number', '=', number),
);

/** Sent with the commit: a flush would be a round trip of its own. */
export const ADD_POCKET_TRANSACTION = compiled(
  'add_pocket_transaction',
  {
    entities: [PocketTransaction],
    parameters: valuesOf(PocketTransaction, columnsExcept(PocketTransaction)),
    writes: 'figure',
  },
  (_, values) => insertOf(PocketTransaction, values),
);

/** What transactions of a pocket are filtered by. */
export const pocketTransactionFilter = new ListFilter(
  { types: valueIn('movement.type'), statuses: valueIn('movement.status') },
  { column: 'movement.created_at', since: 'since', until: 'until' },
);

/** Pages of a pocket's transactions, newest first. */
export const transactionsOfPocket = new Keyset<PocketTransactionRow & { readonly owner: string }>({
  name: 'pocket_transactions',
  list: listOf(ENTITIES, transactions),
  owner: { expression: 'movement.pocket_id', type: 'uuid' },
  key: [
    { expression: 'movement.created_at', output: 'createdAt', type: 'timestamptz' },
    { expression: 'movement.id', output: 'id', type: 'uuid' },
  ],
  descending: true,
  ...pocketTransactionFilter.options,
});
