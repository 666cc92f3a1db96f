import type { BadParameter } from '../platform/graphql/operations/client-error.ts';
import { fieldAt } from '../kernel/fields.ts';
import type { JsonSchema } from './rest-row.ts';

const PAGE_DEFAULT = 1;
const PAGE_SIZE_DEFAULT = 10;
const PAGE_SIZE_MAX = 100;
const WHOLE_NUMBER = /^\d{1,9}$/;

/** Parameters of every list. */
export const PAGE_PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  page: { type: 'integer', minimum: 1, default: PAGE_DEFAULT },
  pageSize: { type: 'integer', minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT },
  cursor: { type: 'string', description: 'Where the page begins, as the link to it says; opaque.' },
};

/** Which page of a list is asked for. */
export interface AskedPage {
  readonly page: number;
  readonly pageSize: number;
  /** As a link had it; `page` is then only what is told. */
  readonly cursor: string | undefined;
}

/** A link to a next step. */
interface Link {
  readonly url: string;
  readonly rel: string;
  readonly method: string;
}

export function readPage(query: URLSearchParams, violations: BadParameter[]): AskedPage {
  for (const name of Object.keys(PAGE_PARAMETERS)) if (query.getAll(name).length > 1) violations.push(givenTwice(name));
  const page = wholeNumber(query.get('page'), PAGE_DEFAULT);
  const pageSize = wholeNumber(query.get('pageSize'), PAGE_SIZE_DEFAULT);
  if (!(page >= 1)) violations.push({ name: 'page', message: 'Give a whole number from 1.' });
  if (!(pageSize >= 1 && pageSize <= PAGE_SIZE_MAX))
    violations.push({ name: 'pageSize', message: `Give a whole number from 1 to ${PAGE_SIZE_MAX}.` });
  return { page, pageSize, cursor: query.get('cursor') || undefined };
}

/** What is said of a parameter, or part of a form, that is there more than once. */
export function givenTwice(name: string): BadParameter {
  return { name, message: `Give ${name} once.` };
}

function wholeNumber(text: string | null, otherwise: number): number {
  if (text === null || text === '') return otherwise;
  return WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN;
}

/** The links of a page: to the next one while it follows, and to the search itself. */
export function linksOf(
  paged: { readonly next?: string; readonly self?: string },
  { page, pageSize }: AskedPage,
  { address, query, connection }: { address: string; query: URLSearchParams; connection: unknown },
): readonly Link[] {
  const link = (rel: string, changes: Readonly<Record<string, string>>): Link => {
    const parameters = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) parameters.set(name, value);
    return { url: `${address}?${parameters.toString()}`, rel, method: 'GET' };
  };
  const after = fieldAt(connection, 'pageInfo.endCursor');
  const follows = fieldAt(connection, 'pageInfo.hasNextPage') === true && typeof after === 'string';
  const size = String(pageSize);
  return [
    ...(paged.next !== undefined && follows
      ? [link(paged.next, { page: String(page + 1), pageSize: size, cursor: after })]
      : []),
    ...(paged.self === undefined ? [] : [link(paged.self, { page: String(page), pageSize: size })]),
  ];
}
