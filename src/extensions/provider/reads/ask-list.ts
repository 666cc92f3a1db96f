import * as v from 'valibot';
import type { ProviderRequest } from '../calls/provider-call.ts';
import type { AskProvider } from '../intents/provider-mutation.ts';
import { readFound } from '../intents/provider-values.ts';

/** Most pages that are read of a list, and for how long further ones are requested, in milliseconds. */
const PAGES_MAX = 20;
const PAGES_MS = 5_000;

/** All that the provider has listed; `isWhole`: there are no others. */
export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly isWhole: boolean;
}

/** How the items of a list are read. */
export interface ListReading<Item> {
  readonly item: v.GenericSchema<unknown, Item>;
  /** Distinguishes items: pages of a list that changes meanwhile can show one twice. */
  readonly idOf: (item: Item) => string;
  /** Whether these, the first ones, contain all that are wanted; absent: all are wanted. */
  readonly isEnough?: (items: readonly Item[]) => boolean;
}

/**
 * Asks the provider for a list, page by page: by the link to the next page, else by numbers while the total is larger.
 * @returns undefined: no answer, or one that cannot be read. A later page like that only makes the list not whole.
 */
export async function askList<Item>(
  ask: AskProvider,
  request: ProviderRequest,
  { item, idOf, isEnough }: ListReading<Item>,
): Promise<Listed<Item> | 'absent' | undefined> {
  const endsAtMs = performance.now() + PAGES_MS;
  const items = new Map<string, Item>();
  const asked = new Set<string>();
  for (let query = ''; !asked.has(query) && asked.size < PAGES_MAX && performance.now() < endsAtMs;) {
    asked.add(query);
    const found = await ask({ ...request, path: `${request.path}${query}` });
    if (found === 'absent' && asked.size === 1) return 'absent';
    const page = readFound(pageOf(item), found);
    if (page === undefined && asked.size === 1) return undefined;
    if (page === undefined) break;
    const known = items.size;
    for (const one of page.items) items.set(idOf(one), one);
    const listed = [...items.values()];
    if (isEnough?.(listed) === true || (page.next === 'none' && page.total <= listed.length))
      return { items: listed, isWhole: true };
    const isLinked = page.next.startsWith('?');
    // Numbers of pages mean nothing to this provider, or there is less than the total.
    if (!isLinked && items.size === known) break;
    query = isLinked ? page.next : `?page=${asked.size + 1}`;
  }
  return { items: [...items.values()], isWhole: false };
}

const LINKS = v.array(v.object({ rel: v.string(), url: v.nullish(v.string()), href: v.nullish(v.string()) }));
const TOTAL = v.pipe(v.union([v.number(), v.pipe(v.string(), v.digits())]), v.transform(Number));

/** The items alone, null for none, or beside links and a total; what cannot be read of these counts as a hint at further pages. */
function pageOf<Item>(item: v.GenericSchema<unknown, Item>) {
  const data = v.array(item);
  return v.union([
    v.pipe(
      v.nullable(data),
      v.transform((items) => ({ items: items ?? [], next: 'none', total: 0 })),
    ),
    v.pipe(
      v.object({
        data,
        links: v.fallback(v.pipe(v.nullish(LINKS, []), v.transform(nextIn)), 'unclear'),
        meta: v.fallback(
          v.pipe(
            v.nullish(v.object({ total: v.nullish(TOTAL, 0) }), {}),
            v.transform(({ total }) => total),
          ),
          Infinity,
        ),
      }),
      v.transform(({ data: items, links: next, meta: total }) => ({ items, next, total })),
    ),
  ]);
}

/** Returns the query of the link to the next page: only the query, as nothing else of a link is trusted. */
function nextIn(links: v.InferOutput<typeof LINKS>): string {
  const next = links.find(({ rel }) => rel.toLowerCase().includes('next'));
  if (next === undefined) return 'none';
  const url = next.url ?? next.href ?? '';
  return (URL.canParse(url, 'http://localhost') && new URL(url, 'http://localhost').search) || 'unclear';
}
