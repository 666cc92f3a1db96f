import DataLoader from 'dataloader';
import { perOperation, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { FIND_POCKETS, type PocketRow } from './pocket.rows.ts';

/** Loads the caller's pockets by id; undefined for ids of other partners. */
export const pocketLoader = perOperation(
  (context) =>
    new DataLoader<string, PocketRow | undefined>(async (ids) => {
      const byId = new Map((await findPockets(context, ids)).map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id));
    }),
);

export function findPockets(context: RequestContext, ids: readonly string[]): Promise<PocketRow[]> {
  return context.database.run(FIND_POCKETS, { partnerId: principalOf(context).partnerId, ids });
}
