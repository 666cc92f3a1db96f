import { ColumnLists, type ColumnList } from './column-lists.ts';
import { filterOf, type Filter } from './keyset-filter.ts';
import { OWNER, type KeysetOptions, type OwnerByKey, type TotalsSource } from './keyset-options.ts';
import { boundsOf, firstRows, keyOf, type Bound } from './keyset-texts.ts';
import { KeysetWalks } from './keyset-walks.ts';
import { ListStatements, type ListStatement } from './list-statements.ts';
import type { PageWindow, SunkPage } from './page-window.ts';
import type { RunsSunk } from './row-sink.ts';
import type { Sql, SqlValue } from './statement.ts';

/** Number of rows of a list, or of the first ones up to `COUNTED_MAX`. */
export interface Total {
  readonly count: number;
  readonly isExact: boolean;
}

/** A page in the order in which it is shown; `more`: the list continues in the direction of reading. */
export interface PageRows<Row> {
  readonly rows: readonly Row[];
  readonly more: boolean;
  /** The key where a walk ended before the page was full. */
  readonly reach?: readonly string[];
}

/** Rows of a list are counted up to this many; totals of a rollup are always exact. */
const COUNTED_MAX = 10_000;

interface SunkKind {
  readonly by: OwnerByKey | undefined;
  readonly list: ColumnList;
  readonly bounds: readonly Bound[];
  readonly backward: boolean;
}

type TotalStatement = ListStatement<{ owner: string; total: number }>;

/** Reads pages of a list, also of several owners in one statement. */
export class Keyset<Row extends { readonly owner: string }> {
  private readonly pageStatements = new Map<string, ListStatement<Row>>();
  private readonly probeStatements = new Map<string, ListStatement<unknown>>();
  private readonly totalStatements = new Map<string, ListStatement<{ owner: string; total: number }>>();
  private readonly options: KeysetOptions<Row>;
  private readonly statements: ListStatements;
  private readonly walks: KeysetWalks;
  /** The column lists that a page can be read with. */
  readonly columnLists: ColumnLists;

  constructor(options: KeysetOptions<Row>) {
    this.options = options;
    this.statements = new ListStatements(options.name);
    this.walks = new KeysetWalks(options, this.statements);
    this.columnLists = new ColumnLists(options.key.map(({ output }) => output));
  }

  /** Reads the same window of each owner's list, in one statement. */
  async pages(
    sql: Sql,
    owners: readonly string[],
    window: PageWindow,
    filters: readonly SqlValue[] = [],
  ): Promise<Map<string, PageRows<Row>>> {
    const filter = filterOf(this.options, filters, 3, window.walk?.by);
    const { bounds, keys } = boundsOf(this.options, window, filter, filters);
    const values = [owners, window.size + 1, ...filter.values, ...keys];
    const rows = await sql.run(this.pageStatement(window.backward, bounds, filter), values);
    const byOwner = Map.groupBy(rows, (row) => row.owner);
    return new Map(owners.map((owner) => [owner, pageOf(byOwner.get(owner) ?? [], window)]));
  }

  /** Passes the rows of one page to a sink as bytes, in the direction of reading, plus one if there are more. */
  async sink(database: RunsSunk, { owner, window, filters, list, sink }: SunkPage): Promise<void> {
    const filter = filterOf(this.options, filters, 3, window.walk?.by);
    const { bounds, keys } = boundsOf(this.options, window, filter, filters);
    const key = typeof owner === 'string' ? owner : owner.key;
    const values = [key, window.size + 1, ...filter.values, ...keys];
    const by = typeof owner === 'string' ? undefined : owner;
    const statement = this.sunkStatement({ by, list, bounds, backward: window.backward }, filter);
    await database.sink({ statement, values, sink });
  }

  /** Returns the window in which a page under a combination of filters is found. */
  walked(sql: Sql, owner: string, window: PageWindow, filters: readonly SqlValue[]): Promise<PageWindow> {
    return this.walks.walked(sql, owner, { window, filters });
  }

  /**
   * Checks whether the owner's list has rows at or beyond a bound of the window, outside of it. Where a walk is needed
   * it does not look: a cursor is that of a row, or of a walk that was there.
   */
  async reachesBeyond(
    sql: Sql,
    owner: string,
    { bound, key }: { bound: Bound; key: readonly string[] },
    filters: readonly SqlValue[] = [],
  ): Promise<boolean> {
    if (this.options.walks?.areNeeded(filters) === true) return true;
    const filter = filterOf(this.options, filters, 2);
    const values = [owner, ...filter.values, ...keyOf(this.options, key)];
    const found = await sql.run(this.probeStatement(bound, filter), values);
    return found.length > 0;
  }

  /**
   * Returns the row at a place counted from 1, or undefined beyond the end. All rows before it are scanned, so the
   * caller must bound the place.
   */
  async rowAt(sql: Sql, owner: string, place: number, filters: readonly SqlValue[] = []): Promise<Row | undefined> {
    const filter = filterOf(this.options, filters, 4);
    const [row] = await sql.run(this.placeStatement(filter), [owner, place, place - 1, ...filter.values]);
    return row;
  }

  /** Counts the rows of each owner's list; owners without rows have no entry. */
  async totals(sql: Sql, owners: readonly string[], filters: readonly SqlValue[] = []): Promise<Map<string, Total>> {
    const totals = this.totalsFor(filters);
    if (totals === undefined) return this.countedRows(sql, owners, filters);
    const filter = filterOf(totals, filters, 2);
    const rows = await sql.run(this.tallyStatement(totals, filter), [owners, ...filter.values]);
    return new Map(rows.map(({ owner, total }) => [owner, { count: total, isExact: true }]));
  }

  private async countedRows(
    sql: Sql,
    owners: readonly string[],
    filters: readonly SqlValue[],
  ): Promise<Map<string, Total>> {
    const whole: PageWindow = { backward: false, size: COUNTED_MAX, after: undefined, before: undefined };
    const [owner = ''] = owners;
    const window = owners.length === 1 ? await this.walked(sql, owner, whole, filters) : whole;
    const filter = filterOf(this.options, filters, 3, window.walk?.by);
    const { bounds, keys } = boundsOf(this.options, window, filter, filters);
    const values = [owners, COUNTED_MAX + 1, ...filter.values, ...keys];
    const rows = await sql.run(this.countStatement(bounds, filter), values);
    const isWhole = window.walk?.reach === undefined;
    return new Map(
      rows.map(({ owner, total }) => [
        owner,
        { count: Math.min(total, COUNTED_MAX), isExact: isWhole && total <= COUNTED_MAX },
      ]),
    );
  }

  /** Returns the rollup if it knows all filters that have a value. */
  private totalsFor(given: readonly SqlValue[]) {
    const { totals } = this.options;
    const isKnown = totals?.filters.every((filter, index) => filter !== null || (given[index] ?? null) === null);
    return totals && isKnown ? { ...totals, filters: totals.filters.map((filter) => filter ?? '') } : undefined;
  }

  /** Counts the rows of an owner's list after a key, up to `max`. */
  async countAfter(
    sql: Sql,
    owner: string,
    { key, max }: { key: readonly string[]; max: number },
    filters: readonly SqlValue[] = [],
  ): Promise<number> {
    const filter = filterOf(this.options, filters, 3);
    const counting = this.statements.remember(this.totalStatements, ['after'], filter, () => {
      const of = `$1::${this.options.owner.type}`;
      const direction = this.options.descending ? 'desc' : 'asc';
      const rows = firstRows(this.options, { bounds: ['after'], filter, direction, of, size: '$2' });
      return `select $1::text as "owner", count(*)::int as "total" from (${rows}) as counted`.replaceAll(OWNER, of);
    });
    const [row] = await sql.run(counting, [owner, max, ...filter.values, ...keyOf(this.options, key)]);
    return row?.total ?? 0;
  }

  private pageStatement(backward: boolean, bounds: readonly Bound[], filter: Filter): ListStatement<Row> {
    const { owner, key, descending } = this.options;
    return this.statements.remember(this.pageStatements, [backward ? 'last' : 'first', ...bounds], filter, () => {
      const direction = backward === descending ? 'asc' : 'desc';
      // The inner order is not enough: a join guarantees none.
      return `
        select o.owner::text as "owner", page.*
        from unnest($1::${owner.type}[]) with ordinality as o (owner, nth)
        cross join lateral (
          ${firstRows(this.options, { bounds, filter, direction, of: 'o.owner', size: '$2' })}
        ) as page
        order by o.nth, ${key.map(({ output }) => `page."${output}" ${direction}`).join(', ')}`.replaceAll(
        OWNER,
        'o.owner',
      );
    });
  }

  /**
   * The page of one owner with some of its columns: no others are computed or sent. An owner that is found by a key is
   * a list of one.
   */
  private sunkStatement(
    { by, list: { name, columns }, bounds, backward }: SunkKind,
    filter: Filter,
  ): ListStatement<Row> {
    const { owner, key, descending } = this.options;
    const kind = [backward ? 'last' : 'first', ...bounds, name, ...(by ? [by.name] : [])];
    return this.statements.remember(this.pageStatements, kind, filter, () => {
      const direction = backward === descending ? 'asc' : 'desc';
      const of = by ? 'o.owner' : `$1::${owner.type}`;
      const page = firstRows(this.options, { bounds, filter, direction, of, size: '$2' }).replaceAll(OWNER, of);
      return `
        select ${columns.map((column) => `page."${column}"`).join(', ')}${by ? ', o.owner::text as "owner"' : ''}
        from ${by ? `(${by.sql}) as o (owner) cross join lateral ` : ''}(${page}) as page
        order by ${key.map(({ output }) => `page."${output}" ${direction}`).join(', ')}`;
    });
  }

  private probeStatement(bound: Bound, filter: Filter): ListStatement<unknown> {
    return this.statements.remember(this.probeStatements, ['beyond', bound], filter, () => {
      const of = `$1::${this.options.owner.type}`;
      const outside = bound === 'after' ? 'before' : 'after';
      const direction = (outside === 'before') === this.options.descending ? 'asc' : 'desc';
      const window = { bounds: [outside], included: true, filter, direction, of, size: '1' } as const;
      return `select where exists (${firstRows(this.options, window)})`.replaceAll(OWNER, of);
    });
  }

  /** The inner limit lets the plan stop at the place; for skipped rows only the key columns are computed. */
  private placeStatement(filter: Filter): ListStatement<Row> {
    const { list, owner, key, descending } = this.options;
    return this.statements.remember(this.pageStatements, ['place'], filter, () => {
      const direction = descending ? 'desc' : 'asc';
      return `
        select $1::${owner.type}::text as "owner", ${key.map(({ output }) => `place."${output}"`).join(', ')}
        from (
          ${list.text}
          where ${owner.expression} = $1::${owner.type} ${filter.sql}
          order by ${key.map(({ expression }) => `${expression} ${direction}`).join(', ')}
          limit $2
        ) as place
        order by ${key.map(({ output }) => `place."${output}" ${direction}`).join(', ')}
        offset $3 limit 1`.replaceAll(OWNER, `$1::${owner.type}`);
    });
  }

  private countStatement(bounds: readonly Bound[], filter: Filter): TotalStatement {
    return this.statements.remember(this.totalStatements, ['total', ...bounds], filter, () => {
      const { owner, descending } = this.options;
      const direction = descending ? 'desc' : 'asc';
      const rows = firstRows(this.options, { bounds, filter, direction, of: 'o.owner', size: '$2', keysOnly: true });
      return `
        select o.owner::text as "owner", counted.total as "total"
        from unnest($1::${owner.type}[]) as o (owner)
        cross join lateral (select count(*)::int as total from (${rows}) as listed) as counted`.replaceAll(
        OWNER,
        'o.owner',
      );
    });
  }

  private tallyStatement({ total, from, owner }: TotalsSource, filter: Filter): TotalStatement {
    return this.statements.remember(this.totalStatements, ['tally'], filter, () =>
      `
        select o.owner::text as "owner", counted.total as "total"
        from unnest($1::${this.options.owner.type}[]) as o (owner)
        cross join lateral (
          select ${total}::int as total from ${from} where ${owner} = o.owner ${filter.sql}
        ) as counted
        where counted.total > 0`.replaceAll(OWNER, 'o.owner'),
    );
  }
}

/** Makes a page of rows. One row more than requested shows that there are more; it is not part of the page. */
function pageOf<Row>(rows: readonly Row[], { backward, size, isReversed = false, walk }: PageWindow): PageRows<Row> {
  const page = rows.slice(0, size);
  const hasMore = rows.length > size;
  const reach = hasMore ? undefined : walk?.reach;
  return {
    rows: backward === isReversed ? page : page.reverse(),
    more: hasMore || reach !== undefined,
    ...(reach && { reach }),
  };
}
