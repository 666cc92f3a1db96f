/**
 * Shows lists as connections.
 * @packageDocumentation
 */

import type { ColumnList } from '../../statements/column-lists.ts';
import type { ListOwner, OwnerByKey } from '../../statements/keyset-options.ts';
import type { Keyset, PageRows, Total } from '../../statements/keyset.ts';
import { pageLoader, totalLoader, type PageKey } from '../../statements/page-loader.ts';
import type { Cursors } from '../../cursors/cursor-codec.ts';
import type { SqlValue } from '../../statements/statement.ts';
import type { PageInfo } from './page-info.type.ts';
import type { PageArgs } from './page.args.ts';
import { contentOfBytes, contentOfRows, type Page, type PageContent } from './page-content.ts';
import type { BytePage, ShownColumn, ShownColumns, WritableList } from '../../statements/byte-page.ts';
import { pageWindow } from './page-cursors.ts';
import { TimeOrder } from './time-order.enum.ts';
import { perOperation, principalOf, type RequestContext } from '../../requests/request-context.ts';

export interface PagedListOptions<Row extends { readonly owner: string }, Node> {
  /** Name of the connection and its order; part of every cursor. */
  readonly ordering: string;
  readonly keyset: Keyset<Row>;
  /** Returns the values of the key columns of a row, in their order. */
  readonly keyOf: (row: Row) => readonly string[];
  /** Creates the node of a row; `cursorOf` is for types that show a cursor of their own. */
  readonly toNode: (row: Row, cursorOf: (row: Row) => string) => Node;
  /** Columns of the fields of a node, for documents whose pages are written from bytes. */
  readonly shown?: ShownColumns<Row>;
  /**
   * Returns the filter values that cursors are bound to; by default all, as statements receive them. Clients keep
   * cursors across releases, so the result for the same filters must never change.
   */
  readonly boundTo?: (filters: readonly SqlValue[]) => readonly SqlValue[];
  /** Is called with the rows of a page before they are shown. */
  readonly shownTo?: (context: RequestContext, rows: readonly Row[]) => Promise<void>;
  /** Whether it is a log, whose positions never change: its cursors are valid with other filters too. */
  readonly isLog?: boolean;
  /** Throws if a cursor refers to nothing that the list has or had. */
  readonly check?: (
    context: RequestContext,
    given: { readonly argument: string; readonly cursor: string },
  ) => Promise<void>;
}

/** Which page of whose list is requested. */
export interface PageRequest<Row extends { readonly owner: string }> {
  readonly owner: string;
  /** The same owner by its key, if its pages can be read early. */
  readonly ownerByKey?: OwnerByKey;
  readonly args: PageArgs;
  /** For a list that is by time, newest first. */
  readonly orderBy?: TimeOrder;
  readonly filters?: readonly SqlValue[];
  /** Another list with the same key, as a part of which this one is read: its filters name the owner. */
  readonly within?: { readonly keyset: Keyset<Row>; readonly owner: string };
}

/** A page of a list that is read by a keyset. */
interface Place<Row extends { readonly owner: string }> extends PageKey {
  readonly keyset: Keyset<Row>;
}

/** How many rows of a list to skip, at least one. */
interface Skipped {
  readonly owner: string;
  /** Filters of the list that the cursor is for. */
  readonly filters: readonly SqlValue[];
  /** Filters of the part whose rows are skipped; by default the whole list. */
  readonly within?: readonly SqlValue[];
  readonly skip: number;
}

/** For the first or last page, which is requested without a cursor. */
const NO_CURSORS: Cursors = { encode: () => '', encodeFields: () => '', decode: () => undefined };

/** Returns the caller's cursors of an order, bound to `filter` as well. */
export function cursorsOf(context: RequestContext, ordering: string, filter: readonly SqlValue[]): Cursors {
  return context.cursors.of({
    ordering,
    partnerId: principalOf(context).partnerId,
    filter: JSON.stringify(filter),
  });
}

/** A list that GraphQL shows as a connection. Pages and totals of an operation are loaded in batches. */
export class PagedList<Row extends { readonly owner: string }, Node> implements WritableList {
  private readonly options: PagedListOptions<Row, Node>;
  private readonly pagesOf;
  private readonly totalsOf;

  constructor(options: PagedListOptions<Row, Node>) {
    this.options = options;
    this.pagesOf = perOperation(({ database }) => pageLoader(database, options.keyset));
    this.totalsOf = perOperation(({ database }) => totalLoader(database, options.keyset));
  }

  /** @throws GraphQLError BAD_USER_INPUT or INVALID_CURSOR; what `check` throws */
  async page(context: RequestContext, request: PageRequest<Row>): Promise<Page<Node>> {
    const { owner, ownerByKey, args, orderBy, filters = [] } = request;
    const isReversed = orderBy === TimeOrder.OLDEST;
    const cursors = this.cursors(context, owner, filters, isReversed);
    const { within = { owner, keyset: this.options.keyset } } = request;
    const at = { ...within, filters, window: pageWindow(args, cursors, isReversed) };
    let total: Promise<Total> | undefined;
    const bytes = context.pages?.get(this);
    const content =
      bytes?.mayShow(ownerByKey) === true
        ? contentOfBytes(bytes.shownWith(cursors), async () =>
            this.sink(context, await this.walked(context, at), bytes),
          )
        : contentOfRows(async () => this.rows(context, await this.walked(context, at), owner), {
            ...this.options,
            cursors,
            endOfReading: args.last == null ? 'last' : 'first',
          });
    if (this.options.check !== undefined && (args.after != null || args.before != null))
      await Promise.all([
        content.more(),
        this.check(context, 'after', args.after),
        this.check(context, 'before', args.before),
      ]);
    return {
      ...content,
      total: () => (total ??= this.totalAt(context, at)),
      ...this.neighbours(context, at, content),
    };
  }

  private async walked({ database }: RequestContext, at: Place<Row>): Promise<Place<Row>> {
    return { ...at, window: await at.keyset.walked(database, at.owner, at.window, at.filters) };
  }

  private async rows(
    context: RequestContext,
    { keyset, owner, filters, window }: Place<Row>,
    shownOwner: string,
  ): Promise<PageRows<Row>> {
    const page =
      keyset === this.options.keyset
        ? await this.pagesOf(context).load({ owner, filters, window })
        : ownedBy(shownOwner, (await keyset.pages(context.database, [owner], window, filters)).get(owner));
    await this.options.shownTo?.(context, page.rows);
    return page;
  }

  /** Reads the first or last page before its owner is known. Pages with a cursor are read later. */
  readEarly(context: RequestContext, owner: OwnerByKey, args: PageArgs): void {
    const bytes = context.pages?.get(this);
    if (bytes === undefined || args.after != null || args.before != null) return;
    const window = pageWindow(args, NO_CURSORS);
    bytes.readEarly(owner, this.sink(context, { owner, window, filters: [], keyset: this.options.keyset }, bytes));
  }

  get shown(): ShownColumns<Row> {
    return this.options.shown ?? { columns: {} };
  }

  get keyLength(): number {
    return this.options.keyset.columnLists.keys.length;
  }

  columnsFor(wanted: readonly string[]): ColumnList {
    const all = Object.values<ShownColumn>(this.shown.columns);
    return this.options.keyset.columnLists.listFor(
      wanted,
      all.map((column) => (typeof column === 'string' ? column : column.of)),
    );
  }

  private sink(
    { database }: RequestContext,
    at: Omit<Place<Row>, 'owner'> & { readonly owner: ListOwner },
    bytes: BytePage,
  ): Promise<void> {
    bytes.expect(at.window);
    return at.keyset.sink(database, { ...at, list: bytes.columns, sink: bytes });
  }

  /** Counts the rows of an owner's list. */
  total(context: RequestContext, owner: string, filters: readonly SqlValue[]): Promise<Total> {
    return this.totalsOf(context).load({ owner, filters });
  }

  private async totalAt(context: RequestContext, { keyset, owner, filters }: Place<Row>): Promise<Total> {
    if (keyset === this.options.keyset) return this.total(context, owner, filters);
    return (await keyset.totals(context.database, [owner], filters)).get(owner) ?? { count: 0, isExact: true };
  }

  /** Returns the cursor of row number `skip`, from the front of the part that `within` selects. */
  async cursorAt(
    context: RequestContext,
    { owner, filters, within = filters, skip }: Skipped,
  ): Promise<string | undefined> {
    const row = await this.options.keyset.rowAt(context.database, owner, skip, within);
    return row && this.cursors(context, owner, filters).encode(this.options.keyOf(row));
  }

  /** Returns the node of a row that was not read by a page; its cursor is one of the whole list. */
  node(context: RequestContext, row: Row): Node {
    const { keyOf, toNode } = this.options;
    return toNode(row, (one) => this.cursors(context, one.owner, []).encode(keyOf(one)));
  }

  private async check(context: RequestContext, argument: string, cursor: string | null | undefined): Promise<void> {
    if (cursor != null) await this.options.check?.(context, { argument, cursor });
  }

  private get isLog(): boolean {
    return this.options.isLog === true;
  }

  private cursors(context: RequestContext, owner: string, filters: readonly SqlValue[], isReversed = false): Cursors {
    const { ordering, boundTo } = this.options;
    const bound = boundTo?.(filters) ?? filters;
    const order = isReversed ? [TimeOrder.OLDEST] : [];
    return cursorsOf(context, ordering, this.isLog ? [owner] : [owner, ...bound, ...order]);
  }

  /**
   * In the direction of reading, the row beyond the page decides; on the other side, and beyond an opposite bound, a
   * query does. Without a bound no query is needed: the page starts where the list does.
   */
  private neighbours(
    { database }: RequestContext,
    { keyset, owner, filters, window }: Place<Row>,
    { more }: Pick<PageContent<Node>, 'more'>,
  ): Pick<PageInfo, 'hasNextPage' | 'hasPreviousPage'> {
    const beyond = async (bound: 'after' | 'before') => {
      const key = window[bound];
      return key !== undefined && (await keyset.reachesBeyond(database, owner, { bound, key }, filters));
    };
    const hasLater = async () => (!window.backward && (await more())) || beyond('before');
    const hasEarlier = async () => (window.backward && (await more())) || beyond('after');
    return window.isReversed === true
      ? { hasNextPage: hasEarlier, hasPreviousPage: hasLater }
      : { hasNextPage: hasLater, hasPreviousPage: hasEarlier };
  }
}

/** Returns a page with another owner. */
function ownedBy<Row extends { readonly owner: string }>(owner: string, page?: PageRows<Row>): PageRows<Row> {
  return page === undefined
    ? { rows: [], more: false }
    : { ...page, rows: page.rows.map((row) => ({ ...row, owner })) };
}
