import { sql } from 'kysely';
import { columnsOf, compiled, eachOf, text, uuids } from '../../../platform/statements/compiled.ts';
import { LedgerBalance } from './ledger-balance.entity.ts';

/** Finds the balances of accounts and pockets; those that never had money have none. */
export const FIND_BALANCES = compiled(
  'find_ledger_balances',
  { entities: [LedgerBalance], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) =>
    eachOf(ids, (id) =>
      tables
        .selectFrom('LedgerBalance as balance')
        .select('balance.ownerId as id')
        .select(columnsOf('balance', ['lastEntryAt']))
        // As text with two decimals, never a double.
        .select((columns) => [
          sql<string>`${columns.ref('balance.available')}::text`.as('available'),
          sql<string>`${columns.ref('balance.hold')}::text`.as('hold'),
        ])
        .where('balance.partnerId', '=', partnerId)
        .where('balance.ownerId', '=', id),
    ),
);
