import DataLoader from 'dataloader';
import type { Keyset, PageRows, Total } from './keyset.ts';
import type { PageWindow } from './page-window.ts';
import type { Sql, SqlValue } from './statement.ts';

/** One owner's list, with its filters. */
export interface ListKey {
  readonly owner: string;
  readonly filters: readonly SqlValue[];
}

/** One page of such a list. */
export interface PageKey extends ListKey {
  readonly window: PageWindow;
}

/** Loads pages. Requests of the same turn that differ only in the owner share one statement. */
export function pageLoader<Row extends { readonly owner: string }>(
  sql: Sql,
  keyset: Keyset<Row>,
): DataLoader<PageKey, PageRows<Row>> {
  const empty: PageRows<Row> = { rows: [], more: false };
  return loaderByOwner(empty, (owners, { window, filters }) => keyset.pages(sql, owners, window, filters));
}

/** Counts lists. Requests of the same turn that differ only in the owner share one statement. */
export function totalLoader<Row extends { readonly owner: string }>(
  sql: Sql,
  keyset: Keyset<Row>,
): DataLoader<ListKey, Total> {
  return loaderByOwner({ count: 0, isExact: true }, (owners, { filters }) => keyset.totals(sql, owners, filters));
}

/** Caches nothing: a later mutation of the same document must see what an earlier one changed. */
function loaderByOwner<Key extends ListKey, Value>(
  absent: Value,
  load: (owners: readonly string[], like: Key) => Promise<Map<string, Value>>,
): DataLoader<Key, Value> {
  const shapeOf = (key: Key) => JSON.stringify({ ...key, owner: undefined });
  return new DataLoader(
    async (keys) => {
      const byShape = new Map<string, Promise<Map<string, Value>>>();
      for (const [shape, group] of Map.groupBy(keys, shapeOf))
        for (const like of group.slice(0, 1))
          byShape.set(shape, load([...new Set(group.map(({ owner }) => owner))], like));
      return Promise.all(keys.map(async (key) => (await byShape.get(shapeOf(key)))?.get(key.owner) ?? absent));
    },
    { cache: false },
  );
}
