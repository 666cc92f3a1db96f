import { loaderById } from '../../platform/requests/loader-by-id.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { FIND_POCKETS, type PocketRow } from './pocket.rows.ts';

/** Loads the caller's pockets by id; null for ids of other partners. */
export const pocketLoader = loaderById(findPockets);

export function findPockets(context: RequestContext, ids: readonly string[]): Promise<PocketRow[]> {
  return context.database.run(FIND_POCKETS, { partnerId: principalOf(context).partnerId, ids });
}
