import { loaderById } from '../../../platform/requests/loader-by-id.ts';
import { principalOf } from '../../../platform/requests/request-context.ts';
import { FIND_BALANCES } from './balance.rows.ts';

/** Loads balances by the ids of accounts and pockets, those of a page together; null: there was never money. */
export const balanceLoader = loaderById((context, ids) =>
  context.database.run(FIND_BALANCES, { partnerId: principalOf(context).partnerId, ids }),
);
