import { loaderById } from '../../platform/requests/loader-by-id.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { FIND_CASH_INS, type CashInRow } from './cash-in.rows.ts';

/** Loads the caller's cash-ins by id; null for ids of other partners. */
export const cashInLoader = loaderById(findCashIns);

export function findCashIns(context: RequestContext, ids: readonly string[]): Promise<CashInRow[]> {
  return context.database.run(FIND_CASH_INS, { partnerId: principalOf(context).partnerId, ids });
}
