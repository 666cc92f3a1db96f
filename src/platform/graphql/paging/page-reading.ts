import { isFields } from '../../../kernel/fields.ts';
import type { RequestContext } from '../operations/request-context.ts';
import type { ColumnList } from '../../statements/column-lists.ts';
import type { PageOfBytes } from './page-of-bytes.ts';

/** A field that one column is enough for: as it is, or made into something else that is shown as JSON. */
export type ShownColumn<Column extends string = string> =
  Column | { readonly of: Column; readonly as: (text: string) => string };

/**
 * Where fields of a node lie in the row, by their names, those of single objects below it with a dot: `user.name`. What
 * is not among them is for the node's own class to say.
 */
export interface ShownColumns<Row> {
  readonly columns: Readonly<Record<string, ShownColumn<keyof Row & string>>>;
  /** The field that shows the object whose list it is. */
  readonly owner?: string;
}

/** A list whose pages can be written from the bytes of their rows. */
export interface WritableList {
  readonly shown: { readonly columns: Readonly<Record<string, ShownColumn>>; readonly owner?: string };
  /** How many columns its key has. */
  readonly keyLength: number;
  /** What its pages are read with where these columns are wanted. */
  columnsFor(wanted: readonly string[]): ColumnList;
}

/** Pages of an operation that are taken as bytes, by their lists. */
export type PagesOfBytes = ReadonlyMap<WritableList, PageOfBytes>;

/** A connection below an object that is found by arguments: both are asked for at once. */
interface EarlyRead {
  readonly context: RequestContext;
  /** Arguments of the field that finds the object. */
  readonly ownerArgs: Readonly<Record<string, unknown>>;
  /** Arguments of the connection. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a connection field says as `@Extensions({ pages })`: of which list it shows pages. */
export interface ShownPages {
  readonly list: WritableList;
  /**
   * Asks for the page before the object is read that it belongs to, where that can be. It is not asked where a provider
   * may know better.
   */
  readonly readEarly?: (early: EarlyRead) => void;
}

export function isShownPages(value: unknown): value is ShownPages {
  return isFields(value) && isFields(value['list']);
}
