import type { Cursors } from '../cursors/cursor-codec.ts';
import type { ColumnList } from '../statements/column-lists.ts';
import type { OwnerByKey } from '../statements/keyset-options.ts';
import { ReceivedRows } from './received-rows.ts';
import type { PageWindow } from '../statements/page-window.ts';
import type { BytePage, WritableList } from '../statements/byte-page.ts';

/** The columns that a page is read with, and how it is shown; the same for all pages at one place of a document. */
export interface WantedColumns {
  readonly list: ColumnList;
  /** Number of key columns of the list, the first of each row. */
  readonly keyLength: number;
}

/** A read that began before its owner was found. */
interface EarlyRead {
  readonly owner: OwnerByKey;
  readonly reading: Promise<void>;
}

/** A page that receives its rows as bytes. */
export class ReceivedPage implements BytePage {
  readonly wanted: WantedColumns;
  readonly rows = ReceivedRows.take();
  /** Whether more rows were read than it has. */
  private isFull = false;
  private earlyRead: EarlyRead | undefined;
  /** Whether its connection was shown a second time: it can be shown in only one place. */
  isShownTwice = false;
  private window: PageWindow | undefined;
  private cursors: Cursors | undefined;

  constructor(wanted: WantedColumns) {
    this.wanted = wanted;
  }

  get columns(): ColumnList {
    return this.wanted.list;
  }

  expect(window: PageWindow): void {
    this.window = window;
  }

  get more(): boolean {
    return this.isFull || this.reach !== undefined;
  }

  /** The key where a walk ended before the page was full. */
  private get reach(): readonly string[] | undefined {
    return this.isFull ? undefined : this.window?.walk?.reach;
  }

  /** Begins an early read. */
  readEarly(owner: OwnerByKey, reading: Promise<void>): void {
    this.earlyRead = { owner, reading };
  }

  /** Settles when an early read has received the rows; undefined without one. */
  get reading(): Promise<void> | undefined {
    return this.earlyRead?.reading;
  }

  /** Checks whether it can have the rows of an owner: if it is read early, only those of the owner that it is for. */
  mayShow(owner: OwnerByKey | undefined): boolean {
    return this.earlyRead === undefined || this.earlyRead.owner.key.join('\0') === owner?.key.join('\0');
  }

  /** Marks its connection as shown. @throws Error the second time */
  shownWith(cursors: Cursors): this {
    this.isShownTwice = this.isShown;
    if (this.isShownTwice) throw new Error('A page of bytes is shown in one place only.');
    this.cursors = cursors;
    return this;
  }

  get isShown(): boolean {
    return this.cursors !== undefined;
  }

  take(bytes: Buffer, at: number, end: number): void {
    if (this.rows.count === this.window?.size) this.isFull = true;
    else this.rows.keep(bytes, at, end);
  }

  /** Returns the index of the row at a place of the page, in the order in which it is shown. */
  rowAt(place: number): number {
    const { backward = false, isReversed = false } = this.window ?? {};
    return backward === isReversed ? place : this.rows.count - 1 - place;
  }

  /** Returns the cursor of the first or last row, as they are shown; null without one. */
  cursorAt(end: 'first' | 'last'): string | null {
    const { count } = this.rows;
    const endOfReading = this.window?.backward === (this.window?.isReversed ?? false) ? 'last' : 'first';
    if (this.reach !== undefined && end === endOfReading) return this.cursors?.encode(this.reach) ?? null;
    if (count === 0) return null;
    this.rows.find(this.rowAt(end === 'first' ? 0 : count - 1));
    return this.cursorOfFound();
  }

  /** Returns the cursor of the row that was found last. */
  cursorOfFound(): string {
    const { cursors, rows, wanted } = this;
    if (cursors === undefined) throw new Error('A page of bytes is shown before its cursors.');
    return cursors.encodeFields(rows.bytes, rows.start, rows.ends[wanted.keyLength - 1] ?? 0);
  }

  /** Releases its rows for reuse; nothing reads them any more. */
  done(): void {
    if (this.isShown) this.rows.give();
  }
}

/** The pages of an operation, by list. */
export type ReceivedPages = ReadonlyMap<WritableList, ReceivedPage>;
