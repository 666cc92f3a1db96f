import type { Cursors } from '../cursors/cursor-codec.ts';
import type { ColumnList } from './column-lists.ts';
import type { OwnerByKey } from './keyset-options.ts';
import type { PageWindow } from './page-window.ts';
import type { RowSink } from './row-sink.ts';

/** A column that is enough to show a field: unchanged, or converted to what is shown. */
export type ShownColumn<Column extends string = string> =
  Column | { readonly of: Column; readonly as: (text: string) => string | number };

/**
 * Columns of the fields of a node, by field name; those of single objects below it have names with a dot: `user.name`.
 * All other fields are left to the class of the node.
 */
export interface ShownColumns<Row> {
  readonly columns: Readonly<Record<string, ShownColumn<keyof Row & string>>>;
  /** The field that shows the object which owns the list. */
  readonly owner?: string;
}

/** A list whose pages can be written from the bytes of their rows. */
export interface WritableList {
  readonly shown: { readonly columns: Readonly<Record<string, ShownColumn>>; readonly owner?: string };
  /** Number of its key columns. */
  readonly keyLength: number;
  /** Returns the columns to read if these are wanted. */
  columnsFor(wanted: readonly string[]): ColumnList;
}

/** A page whose rows become no objects: they are kept as bytes, and written into the response. */
export interface BytePage extends RowSink {
  /** The columns to read. */
  readonly columns: ColumnList;
  /** Whether the list continues in the direction of reading. */
  readonly more: boolean;
  /** Settles when an early read has received the rows; undefined without one. */
  readonly reading: Promise<void> | undefined;
  /** Sets which page of the list is read. */
  expect(window: PageWindow): void;
  /** Begins a read before the owner of the list is found. */
  readEarly(owner: OwnerByKey, reading: Promise<void>): void;
  /** Checks whether it can have the rows of an owner: if it is read early, only those of the owner that it is for. */
  mayShow(owner: OwnerByKey | undefined): boolean;
  /** Marks its connection as shown. @throws Error the second time */
  shownWith(cursors: Cursors): this;
  /** Returns the cursor of the first or last row, as they are shown; null without one. */
  cursorAt(end: 'first' | 'last'): string | null;
}

/** Pages of an operation that are read as bytes, by list. */
export type BytePagesByList = ReadonlyMap<WritableList, BytePage>;
