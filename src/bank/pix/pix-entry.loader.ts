import DataLoader from 'dataloader';
import { perOperation, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import {
  FIND_PIX_ENTRIES,
  FIND_PIX_ENTRIES_OF_ACCOUNTS,
  FIND_REGISTERED_PIX_ENTRIES,
  type PixEntryRow,
} from './pix-entry.rows.ts';

/** Loads the keys of the caller's accounts. Not cached: a later mutation of the same document can add one. */
export const pixEntriesOfAccountLoader = perOperation(
  (context) =>
    new DataLoader<string, PixEntryRow[]>(
      async (accountIds) => {
        const values = { partnerId: principalOf(context).partnerId, accountIds: [...new Set(accountIds)] };
        const rows = await context.database.run(FIND_PIX_ENTRIES_OF_ACCOUNTS, values);
        const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
        return accountIds.map((id) => byAccount.get(id) ?? []);
      },
      { cache: false },
    ),
);

/** Loads the caller's keys by id, also those that no longer exist; undefined for ids of other partners. */
export const registeredPixEntryLoader = perOperation(
  (context) =>
    new DataLoader<string, PixEntryRow | undefined>(async (ids) => {
      const values = { partnerId: principalOf(context).partnerId, ids };
      const byId = new Map(
        (await context.database.run(FIND_REGISTERED_PIX_ENTRIES, values)).map((row) => [row.id, row]),
      );
      return ids.map((id) => byId.get(id));
    }),
);

export function findPixEntries(context: RequestContext, ids: readonly string[]): Promise<PixEntryRow[]> {
  return context.database.run(FIND_PIX_ENTRIES, { partnerId: principalOf(context).partnerId, ids });
}
