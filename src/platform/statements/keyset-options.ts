/** Stands for the owner whose list is read. */
export const OWNER = '@owner';

/** One column of a keyset order. */
interface KeyColumn {
  /** As the table knows it, such as `pocket.created_at`. */
  readonly expression: string;
  /** As the select list names it, such as `createdAt`. */
  readonly output: string;
  readonly type: 'text' | 'uuid' | 'timestamptz' | 'bigint';
}

/** What a list is of: `select …` and `from …`, without conditions. */
export interface List<Row> {
  readonly text: string;
  /** Never set: it carries the type. */
  readonly row?: Row;
}

/** A list of hand-written SQL. The keyset declares the type of its rows. */
export function listBySql(text: string): List<never> {
  return { text };
}

/**
 * A filter by several values, each of which has an index in the order of the list: as many rows of each are read as a page
 * has, however many there are.
 */
export interface SpreadFilter {
  /** For lists that another filter leads to; `?` stands for its value, in every place. */
  readonly condition: string;
  /** What has the values, as a table with a column for each of `columns`. */
  readonly values: string;
  /** Such as `event.entity_id`: the columns that have one of them, as the index begins with them after the owner. */
  readonly columns: readonly string[];
}

/** A filter whose rows all lie after a place of the list that is found first. The key has one column, ascending. */
interface BeginningFilter {
  /** All of it, where rows are counted; `?` stands for its value, in every place. */
  readonly condition: string;
  /** What is left of it after the place. */
  readonly rest: string;
  /** The key after which its rows lie, as a scalar query. */
  readonly after: string;
}

export type KeysetFilter = string | SpreadFilter | BeginningFilter;

/** A list that is read in pages by the values of its key, never by OFFSET: a page costs the same wherever it lies. */
export interface KeysetOptions<Row> {
  /** Prefix of the statements' names. */
  readonly name: string;
  /** Its rows get their owners beside it. */
  readonly list: List<Omit<Row, 'owner'>>;
  /** Column by which rows belong to the owner whose list it is. */
  readonly owner: { readonly expression: string; readonly type: 'text' | 'uuid' | 'bigint' };
  /** Key columns, unique together; all run in the same direction. */
  readonly key: readonly KeyColumn[];
  readonly descending: boolean;
  /**
   * Further conditions; `?` stands for the filter value of the same index, and `@owner` for the owner whose list it is, in
   * every place. One whose value is null is left out of the statement, so that each combination is planned for itself and
   * finds its own index.
   */
  readonly filters?: readonly KeysetFilter[];
  /**
   * How many of the filters, from the first, bound the key only: for all their values the index of the key is right,
   * so that one plan does. Under any other filter a read is planned again, since it matters how common the value is.
   */
  readonly boundingFilters?: number;
  /** Where totals come from when counting the rows would cost too much. */
  readonly totals?: TotalsSource;
}

/** A rollup of a list, under the same filters in the same order. */
interface TotalsSource {
  readonly from: string;
  readonly owner: string;
  /** Such as `sum(tally.messages)`. */
  readonly total: string;
  readonly filters: readonly string[];
}

/** Whose list a page is of: an id, or what finds it by another key, so that the owner need not be read first. */
export type ListOwner = string | OwnerByKey;

export interface OwnerByKey {
  /** Part of the names of statements. */
  readonly name: string;
  /** A query of one row and one column, in which `$1` is `key` as a `text[]`. */
  readonly sql: string;
  readonly key: readonly string[];
}
