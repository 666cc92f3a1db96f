import type { Keyset, PageRows, PageWindow } from '../database/keyset.ts';
import { pageLoader, totalLoader } from '../database/page-loader.ts';
import type { SqlValue } from '../database/statement.ts';
import type { Cursors } from './cursor-codec.ts';
import type { PagePlace } from './page-info.type.ts';
import type { PageArgs } from './page.args.ts';
import { pageWindow } from './page-window.ts';
import { perOperation, principalOf, type RequestContext } from './request-context.ts';

export interface PagedListOptions<Row extends { readonly owner: string }, Node> {
  /** Name of the connection and its order; part of every cursor. */
  readonly ordering: string;
  readonly keyset: Keyset<Row>;
  /** Values of the key columns of a row, in their order. */
  readonly keyOf: (row: Row) => readonly string[];
  /** The node of a row; its cursor is there for a type that shows it itself. */
  readonly toNode: (row: Row, encodeCursor: () => string) => Node;
  /** Whether a cursor serves under other filters too; only right where the list never changes behind a cursor. */
  readonly cursorsOutliveFilters?: boolean;
}

/** Which page of whose list is asked for. */
export interface PageRequest {
  readonly owner: string;
  readonly args: PageArgs;
  readonly filters?: readonly SqlValue[];
}

/** An item of a page; its cursor is made only when it is asked for. */
export class Edge<Node> {
  readonly node: Node;
  private readonly encodeCursor: () => string;

  constructor(node: Node, encodeCursor: () => string) {
    this.node = node;
    this.encodeCursor = encodeCursor;
  }

  get cursor(): string {
    return this.encodeCursor();
  }
}

/** A page of a connection. What costs a statement of its own is a method, run only when the field is selected. */
export interface Page<Node> extends PagePlace {
  readonly edges: readonly Edge<Node>[];
  totalCount(): Promise<number>;
}

/** The cursors of an order for the caller; `filter` is all that they are bound to besides. */
export function cursorsOf(context: RequestContext, ordering: string, filter: readonly SqlValue[]): Cursors {
  return context.cursors.of({
    ordering,
    partnerId: principalOf(context).partnerId,
    filter: JSON.stringify(filter),
  });
}

/** A list that GraphQL shows as a connection. Pages and totals of one operation are loaded in batches. */
export class PagedList<Row extends { readonly owner: string }, Node> {
  private readonly options: PagedListOptions<Row, Node>;
  private readonly pagesOf;
  private readonly totalsOf;

  constructor(options: PagedListOptions<Row, Node>) {
    this.options = options;
    this.pagesOf = perOperation(({ database }) => pageLoader(database, options.keyset));
    this.totalsOf = perOperation(({ database }) => totalLoader(database, options.keyset));
  }

  /** @throws GraphQLError BAD_USER_INPUT or INVALID_CURSOR for arguments that name no page */
  async page(context: RequestContext, { owner, args, filters = [] }: PageRequest): Promise<Page<Node>> {
    const cursors = this.cursors(context, owner, filters);
    const window = pageWindow(args, cursors);
    const { rows, more } = await this.pagesOf(context).load({ owner, window, filters });
    const edges = rows.map((row) => {
      const encodeCursor = () => cursors.encode(this.options.keyOf(row));
      return new Edge(this.options.toNode(row, encodeCursor), encodeCursor);
    });
    return {
      edges,
      startCursor: () => edges.at(0)?.cursor ?? null,
      endCursor: () => edges.at(-1)?.cursor ?? null,
      totalCount: () => this.totalsOf(context).load({ owner, filters }),
      ...this.neighbours(context, { owner, filters, window, more }),
    };
  }

  /** The node of a row that came by another way than a page; its cursor is one of the whole list. */
  node(context: RequestContext, row: Row): Node {
    return this.options.toNode(row, () => this.cursors(context, row.owner, []).encode(this.options.keyOf(row)));
  }

  private cursors(context: RequestContext, owner: string, filters: readonly SqlValue[]): Cursors {
    const filter = this.options.cursorsOutliveFilters === true ? [owner] : [owner, ...filters];
    return cursorsOf(context, this.options.ordering, filter);
  }

  /**
   * In the direction of reading the row beyond the page tells; on the other side, and beyond a far bound, a look at the
   * list does. Without a bound there is nothing to look at: the page starts where the list does.
   */
  private neighbours(
    { database }: RequestContext,
    at: { owner: string; filters: readonly SqlValue[]; window: PageWindow } & Pick<PageRows<Row>, 'more'>,
  ): Pick<PagePlace, 'hasNextPage' | 'hasPreviousPage'> {
    const beyond = (bound: 'after' | 'before') => {
      const key = at.window[bound];
      return key !== undefined && this.options.keyset.reachesBeyond(database, at.owner, { bound, key }, at.filters);
    };
    return {
      hasNextPage: () => (!at.window.backward && at.more) || beyond('before'),
      hasPreviousPage: () => (at.window.backward && at.more) || beyond('after'),
    };
  }
}
