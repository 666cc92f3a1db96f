import type { SqlValue } from './statement.ts';

/** Placeholder for the owner whose list is read. */
export const OWNER = '@owner';

/** One column of a keyset order. */
interface KeyColumn {
  /** Its name in the table, such as `pocket.created_at`. */
  readonly expression: string;
  /** Its name in the select list, such as `createdAt`. */
  readonly output: string;
  readonly type: 'text' | 'uuid' | 'timestamptz' | 'bigint';
}

/** The content of a list: `select …` and `from …`, without conditions. */
export interface List<Row> {
  readonly text: string;
  /** Never set: it carries the type. */
  readonly row?: Row;
}

/** A list of SQL text, with the columns of a statement that selects the same. */
export function listLike<Row>(_like: { readonly row?: Row }, text: string): List<Row> {
  return { text };
}

/**
 * Reads a list through a view that shows a partner its own rows. Behind a row-level policy PostgreSQL searches no index by
 * a comparison that might reveal a row in an error, as it assumes of enums; through the view it does.
 */
export function throughView<Row>(
  list: List<Row>,
  { table, view }: Readonly<Record<'table' | 'view', string>>,
): List<Row> {
  return {
    get text() {
      return list.text.replace(`from "${table}" `, `from ${view} `);
    },
  };
}

/**
 * A filter by several values, for each of which an index has the order of the list: for each value as many rows are
 * read as a page has, no matter how many exist.
 */
export interface SpreadFilter {
  /** Used where a page is found by another filter, and for totals; every `?` stands for its value. */
  readonly condition: string;
  /** A query for the values, with a column for each of `columns`. */
  readonly values: string;
  /** Such as `event.entity_id`: the columns that have one of the values, as they follow the owner in the index. */
  readonly columns: readonly string[];
}

/** A filter whose rows all lie after a place of the list that is looked up first. The key has one column, ascending. */
interface BeginningFilter {
  /** The whole condition, where rows are counted; every `?` stands for its value. */
  readonly condition: string;
  /** What remains of the condition after that place. */
  readonly rest: string;
  /** A scalar query for the key after which its rows lie. */
  readonly after: string;
}

/** Returns a filter by several values of a column, of which there is an index. @param values a query for them */
export function oneOf(column: string, values: string): SpreadFilter {
  return { condition: `${column} = any (array(${values}))`, values, columns: [column] };
}

/** A filter that bounds the key: where a spread filter leads, the bounds of the page have it, and no index is meant. */
interface BoundingFilter {
  readonly condition: string;
  /** The same condition, which no index is searched by. */
  readonly rest: string;
}

/** Returns a filter that bounds the key. */
export function bounding(condition: string): BoundingFilter {
  return { condition, rest: `(${condition}) is not false` };
}

export type KeysetFilter = string | SpreadFilter | BeginningFilter | BoundingFilter;

/** A list that is read in pages by the values of its key, never by OFFSET: a page costs the same at any depth. */
export interface KeysetOptions<Row> {
  /** Prefix of the statements' names. */
  readonly name: string;
  /** Its rows have their `owner` in addition. */
  readonly list: List<Omit<Row, 'owner'>>;
  /** Column with the owner of a row. */
  readonly owner: { readonly expression: string; readonly type: 'text' | 'uuid' | 'bigint' };
  /** Key columns, unique together, all in the same direction. */
  readonly key: readonly KeyColumn[];
  readonly descending: boolean;
  /**
   * Further conditions; every `?` stands for the filter value of the same index, and every `@owner` for the owner whose
   * list it is. A condition whose value is null is left out of the statement, so that each combination is planned
   * separately and finds its own index.
   */
  readonly filters?: readonly KeysetFilter[];
  /**
   * How many of the filters, from the first, only bound the key: for all their values the index of the key is right, so
   * that one plan is enough. With any other filter each read is planned, since it matters how common the value is.
   */
  readonly boundingFilters?: number;
  /**
   * A view of the columns of the key and of the filters, by the name of the table in the list, such as
   * `pocket_of_partner as pocket`: pages by a spread filter find their keys there, and then read their rows. Behind a
   * row-level policy PostgreSQL searches no index by an enum.
   */
  readonly keysIn?: string;
  /** How combinations of filters are read for which no index is right. */
  readonly walks?: {
    /** Indexes of filters that have an index of their own. */
    readonly by: readonly number[];
    /** Whether these values are such a combination. */
    readonly areNeeded: (given: readonly SqlValue[]) => boolean;
  };
  /**
   * Returns the keys between which all rows lie whose bounding filters match: an index that begins with the columns of a
   * spread filter is read from there.
   */
  readonly keysWithin?: (
    given: readonly SqlValue[],
  ) => Partial<Readonly<Record<'after' | 'before', readonly string[]>>>;
  /** Where totals come from if counting the rows would cost too much. */
  readonly totals?: TotalsSource;
}

/** A rollup of a list, with the same filters in the same order; null: it does not know a filter, and rows are counted. */
export interface TotalsSource {
  readonly from: string;
  readonly owner: string;
  /** Such as `sum(tally.messages)`. */
  readonly total: string;
  readonly filters: readonly (string | null)[];
}

/** The owner of a page's list: an id, or a query by another key, so that the owner need not be read first. */
export type ListOwner = string | OwnerByKey;

export interface OwnerByKey {
  /** Part of the names of statements. */
  readonly name: string;
  /** A query for one row and one column, in which `$1` is `key` as a `text[]`. */
  readonly sql: string;
  readonly key: readonly string[];
}
