import { loaderById } from '../../../platform/requests/loader-by-id.ts';
import { principalOf, type RequestContext } from '../../../platform/requests/request-context.ts';
import { FIND_POCKET_TRANSACTIONS, type PocketTransactionRow } from './pocket-transaction.rows.ts';

/** Loads the caller's transactions by id; null for ids of other partners. */
export const pocketTransactionLoader = loaderById(findPocketTransactions);

export function findPocketTransactions(
  context: RequestContext,
  ids: readonly string[],
): Promise<PocketTransactionRow[]> {
  return context.database.run(FIND_POCKET_TRANSACTIONS, { partnerId: principalOf(context).partnerId, ids });
}
