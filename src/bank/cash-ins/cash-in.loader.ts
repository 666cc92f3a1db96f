import DataLoader from 'dataloader';
import { perOperation, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { FIND_CASH_INS, type CashInRow } from './cash-in.rows.ts';

/** Loads the caller's cash-ins by id; undefined for ids of other partners. */
export const cashInLoader = perOperation(
  (context) =>
    new DataLoader<string, CashInRow | undefined>(async (ids) => {
      const byId = new Map((await findCashIns(context, ids)).map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id));
    }),
);

export function findCashIns(context: RequestContext, ids: readonly string[]): Promise<CashInRow[]> {
  return context.database.run(FIND_CASH_INS, { partnerId: principalOf(context).partnerId, ids });
}
