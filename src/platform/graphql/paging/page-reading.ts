import { isFields } from '../../../kernel/fields.ts';
import type { RequestContext } from '../operations/request-context.ts';
import type { ColumnList } from '../../statements/column-lists.ts';
import type { PageOfBytes } from '../../byte-pages/byte-page.ts';

/** A column that is enough to show a field: unchanged, or converted to a string that is shown. */
export type ShownColumn<Column extends string = string> =
  Column | { readonly of: Column; readonly as: (text: string) => string };

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

/** Pages of an operation that are read as bytes, by list. */
export type PagesOfBytes = ReadonlyMap<WritableList, PageOfBytes>;

/** A connection of an object that is found by arguments: both are read at the same time. */
interface EarlyRead {
  readonly context: RequestContext;
  /** Arguments of the field that finds the object. */
  readonly ownerArgs: Readonly<Record<string, unknown>>;
  /** Arguments of the connection. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a connection field declares as `@Extensions({ pages })`: the list whose pages it shows. */
export interface ShownPages {
  readonly list: WritableList;
  /** Reads the page before the object that owns it, if possible. Not called if a provider may know better. */
  readonly readEarly?: (early: EarlyRead) => void;
}

export function isShownPages(value: unknown): value is ShownPages {
  return isFields(value) && isFields(value['list']);
}
