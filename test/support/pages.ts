import type { Gateway } from './gateway.ts';

/** A connection to walk: a document with the variables first, after, last, before, and where its data has the page. */
export interface Walk {
  readonly gateway: Gateway;
  readonly query: string;
  readonly variables?: object;
  /** A sandbox client; `acme-pay` by default. */
  readonly client?: string;
  readonly pageOf: (data: any) => WalkedPage; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export interface WalkedPage {
  readonly edges: readonly { readonly cursor: string; readonly node: object }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: number;
}

export async function page({ gateway, query, variables, client, pageOf }: Walk, args: object): Promise<WalkedPage> {
  const ask = { query, variables: { ...variables, ...args } };
  return pageOf(await gateway.data(client === undefined ? ask : { ...ask, client }));
}

/** Returns all pages from the front, `first` at a time. */
export async function walkForward(walk: Walk, first: number): Promise<WalkedPage[]> {
  const pages = [await page(walk, { first })];
  for (let last = pages[0]; last?.pageInfo.hasNextPage === true; last = pages.at(-1))
    pages.push(await page(walk, { first, after: last.pageInfo.endCursor }));
  return pages;
}

/** Returns all pages from the back, `last` at a time, in the order of the list. */
export async function walkBackward(walk: Walk, last: number): Promise<WalkedPage[]> {
  const pages = [await page(walk, { last })];
  for (let first = pages[0]; first?.pageInfo.hasPreviousPage === true; first = pages[0])
    pages.unshift(await page(walk, { last, before: first.pageInfo.startCursor }));
  return pages;
}

/** Returns the cursors of pages, in order. */
export function cursorsOf(pages: readonly WalkedPage[]): string[] {
  return pages.flatMap(({ edges }) => edges.map(({ cursor }) => cursor));
}
