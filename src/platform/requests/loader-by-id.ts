import DataLoader from 'dataloader';
import { perOperation, type RequestContext } from './request-context.ts';

/** Loads what an operation may see by its id, together for all ids of a turn; null for an id that it does not find. */
export function loaderById<Found extends { readonly id: string }>(
  find: (context: RequestContext, ids: readonly string[]) => Promise<readonly Found[]>,
): (context: RequestContext) => DataLoader<string, Found | null> {
  return perOperation(
    (context) =>
      new DataLoader<string, Found | null>(async (ids) => {
        const byId = new Map((await find(context, ids)).map((found) => [found.id, found]));
        return ids.map((id) => byId.get(id) ?? null);
      }),
  );
}
