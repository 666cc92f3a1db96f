import type { BadParameter } from '../../platform/graphql/errors/client-error.ts';
import { fieldAt } from '../../kernel/fields.ts';
import type { JsonSchema } from './rest-row.ts';

const PAGE_DEFAULT = 1;
const PAGE_SIZE_DEFAULT = 10;
const PAGE_SIZE_MAX = 100;
/** Maximum page number (ours). */
const PAGE_MAX = 999_999_999;
const WHOLE_NUMBER = /^\d{1,9}$/;
/** A cursor in a link: the number of items before it, and the field's own cursor. */
const LINK_CURSOR = /^(\d{1,12})\.(.*)$/s;

/** Parameters of every list. */
export const PAGE_PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  page: { type: 'integer', minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT },
  pageSize: { type: 'integer', minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT },
  cursor: { type: 'string', description: 'Start of the page, from the link to it; opaque.' },
};

/** The page of a list that a request asks for. */
export interface RequestedPage {
  readonly page: number;
  readonly pageSize: number;
  /** From a link to exactly this page. */
  readonly cursor: string | undefined;
}

/** A link to a next step. */
interface Link {
  readonly url: string;
  readonly rel: string;
  readonly method: string;
}

export function readPage(query: URLSearchParams, violations: BadParameter[]): RequestedPage {
  for (const name of Object.keys(PAGE_PARAMETERS)) if (query.getAll(name).length > 1) violations.push(givenTwice(name));
  const linked = LINK_CURSOR.exec(query.get('cursor') ?? '');
  const skipped = linked === null ? undefined : Number(linked[1]);
  const pageSize = wholeNumber(query.get('pageSize'), PAGE_SIZE_DEFAULT);
  const page = wholeNumber(query.get('page'), pageBehind(skipped, pageSize) ?? PAGE_DEFAULT);
  if (!(page >= 1))
    violations.push({ name: 'page', code: 'RANGE', message: `Give a whole number from 1 to ${PAGE_MAX}.` });
  if (!(pageSize >= 1 && pageSize <= PAGE_SIZE_MAX))
    violations.push({ name: 'pageSize', code: 'RANGE', message: `Give a whole number from 1 to ${PAGE_SIZE_MAX}.` });
  // The cursor of another page is ignored: clients increment `page` in the link that they have.
  const cursor = skipped === undefined || skipped === (page - 1) * pageSize ? (linked?.[2] ?? query.get('cursor')) : '';
  return { page, pageSize, cursor: cursor || undefined };
}

/** Returns the page that begins after so many items; undefined if none does. */
function pageBehind(skipped: number | undefined, pageSize: number): number | undefined {
  const page = (skipped ?? Number.NaN) / pageSize + 1;
  return Number.isInteger(page) ? page : undefined;
}

/** Returns the violation of a parameter, or part of a form, that occurs more than once. */
export function givenTwice(name: string): BadParameter {
  return { name, code: 'NOT_UNIQUE', message: `Give ${name} once.` };
}

function wholeNumber(text: string | null, otherwise: number): number {
  if (text === null || text === '') return otherwise;
  return WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN;
}

/** Returns the links of a page: to the next one if there is one, and to the search itself. */
export function linksOf(
  paged: { readonly next?: string; readonly self?: string },
  { page, pageSize }: RequestedPage,
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
      ? [link(paged.next, { page: String(page + 1), pageSize: size, cursor: `${page * pageSize}.${after}` })]
      : []),
    ...(paged.self === undefined ? [] : [link(paged.self, { page: String(page), pageSize: size })]),
  ];
}
