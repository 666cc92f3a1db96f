import type { Cursors } from '../../cursors/cursor-codec.ts';
import type { RequestContext } from '../operations/request-context.ts';
import type { ColumnList, ColumnLists } from '../../statements/column-lists.ts';
import type { PageWindow } from '../../statements/page-window.ts';
import type { RowSink } from '../../statements/row-sink.ts';

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

/** A list whose page is to be written. */
export interface ListToWrite {
  readonly shown: { readonly columns: Readonly<Record<string, ShownColumn>>; readonly owner?: string };
  readonly lists: ColumnLists;
  readonly cursorsOf: (ownerId: string) => Cursors;
}

/** Takes the rows of a page as bytes, and writes what the document shows of them. */
export interface PageWriting extends RowSink {
  readonly list: ColumnList;
  /** Whether the list goes on in the direction of reading. */
  readonly more: boolean;
  /** The cursor of its first or last row, in the order of the list; null where it has none. */
  cursorAt(end: 'first' | 'last'): string | null;
  /** @param ownerId undefined: each row ends with it */
  expect(window: PageWindow, ownerId: string | undefined): void;
}

/** How a document wants a page. */
export interface PageReading {
  /** Undefined where it shows what lies in no column. */
  begin(list: ListToWrite): PageWriting | undefined;
}

/** A connection below an object that is found by arguments: both are asked for at once. */
interface EarlyRead {
  /** With what is known about the page. */
  readonly context: RequestContext;
  /** Arguments of the field that finds the object, and the object once it is read. */
  readonly ownerArgs: Readonly<Record<string, unknown>>;
  readonly owner: Promise<unknown>;
  /** Arguments of the connection. */
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * What a field says as `@Extensions({ readEarly })`: gives its connection before the object is read that it belongs to;
 * undefined where it has to be read after it. It is not asked where a provider may know better.
 */
export type ReadEarly = (early: EarlyRead) => Promise<unknown> | undefined;
