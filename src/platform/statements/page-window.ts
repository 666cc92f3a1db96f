import type { ColumnList } from './column-lists.ts';
import type { ListOwner } from './keyset-options.ts';
import type { RowSink } from './row-sink.ts';
import type { SqlValue } from './statement.ts';

/** Rows of a page when neither first nor last is given. */
export const PAGE_SIZE_DEFAULT = 20;
/** Largest page; a larger one is refused, not clamped. */
export const PAGE_SIZE_MAX = 100;

/**
 * Which part of a list: `size` rows from the front or from the back, between two keys (both excluded). What a cursor
 * holds after the values of a key is ignored.
 */
export interface PageWindow {
  readonly backward: boolean;
  readonly size: number;
  readonly after: readonly string[] | undefined;
  readonly before: readonly string[] | undefined;
  /** Whether the rows are shown against the order of the list: its last one first. */
  readonly isReversed?: boolean;
  readonly walk?: Walk;
}

/** How a page under several filters is found: by one of them, up to a key. */
interface Walk {
  /** Index of the filter whose rows are read, the others being checked on each. */
  readonly by: number;
  /** The last key that it may reach; undefined: it reaches the end. The window ends with the next one. */
  readonly reach: readonly string[] | undefined;
}

/** One page that is written from the bytes of its rows. */
export interface SunkPage {
  readonly owner: ListOwner;
  readonly window: PageWindow;
  readonly filters: readonly SqlValue[];
  /** In the order in which the sink receives them; the id of an owner that is found by a key follows them. */
  readonly list: ColumnList;
  readonly sink: RowSink;
}
