import { createHash } from 'node:crypto';
import { ColumnLists, type ColumnList } from './column-lists.ts';
import { filterOf, type Filter } from './keyset-filter.ts';
import { OWNER, type KeysetOptions, type OwnerByKey } from './keyset-options.ts';
import { BOUNDS, firstRows, type Bound } from './keyset-texts.ts';
import type { PageWindow, SunkPage } from './page-window.ts';
import type { RunsSunk } from './row-sink.ts';
import { statementLike, type Sql, type SqlValue, type Statement } from './statement.ts';

/** Number of rows of a list, or of the first ones up to `COUNTED_MAX`. */
export interface Total {
  readonly count: number;
  readonly isExact: boolean;
}

/** A page in the order in which it is shown; `more`: the list continues in the direction of reading. */
export interface PageRows<Row> {
  readonly rows: readonly Row[];
  readonly more: boolean;
}

/**
 * Maximum number of statements of a list that each connection prepares (ours): selected columns, filters and direction
 * multiply, and clients choose them.
 */
const STATEMENTS_MAX = 256;
/** Rows of a list are counted up to this many; totals of a rollup are always exact. */
export const COUNTED_MAX = 10_000;
/** Maximum length of a statement's name: with the prefix for partners, PostgreSQL's. */
const NAME_LENGTH_MAX = 56;
const DIGEST_LENGTH = 12;

type ListStatement<Row> = Statement<Row, readonly SqlValue[]>;

/** Reads pages of a list, also of several owners in one statement. */
export class Keyset<Row extends { readonly owner: string }> {
  private readonly pageStatements = new Map<string, ListStatement<Row>>();
  private readonly probeStatements = new Map<string, ListStatement<unknown>>();
  private readonly totalStatements = new Map<string, ListStatement<{ owner: string; total: number }>>();
  private readonly options: KeysetOptions<Row>;
  /** The column lists that a page can be read with. */
  readonly columnLists: ColumnLists;

  constructor(options: KeysetOptions<Row>) {
    this.options = options;
    this.columnLists = new ColumnLists(options.key.map(({ output }) => output));
  }

  /** Reads the same window of each owner's list, in one statement; owners without rows have no entry. */
  async pages(
    sql: Sql,
    owners: readonly string[],
    window: PageWindow,
    filters: readonly SqlValue[] = [],
  ): Promise<Map<string, PageRows<Row>>> {
    const bounds = boundsOf(window);
    const filter = this.filterOf(filters, 3);
    const values = [owners, window.size + 1, ...filter.values, ...bounds.flatMap((bound) => this.keyOf(window[bound]))];
    const rows = await sql.run(this.pageStatement(window.backward, bounds, filter), values);
    const byOwner = Map.groupBy(rows, (row) => row.owner);
    return new Map([...byOwner].map(([owner, ownRows]) => [owner, pageOf(ownRows, window)]));
  }

  /** Passes the rows of one page to a sink as bytes, in the direction of reading, plus one if there are more. */
  async sink(database: RunsSunk, { owner, window, filters, list, sink }: SunkPage): Promise<void> {
    const bounds = boundsOf(window);
    const filter = this.filterOf(filters, 3);
    const key = typeof owner === 'string' ? owner : owner.key;
    const values = [key, window.size + 1, ...filter.values, ...bounds.flatMap((bound) => this.keyOf(window[bound]))];
    const by = typeof owner === 'string' ? undefined : owner;
    await database.sink({ statement: this.sunkStatement({ by, list }, window, filter), values, sink });
  }

  /** Checks whether the owner's list has rows at or beyond a bound of the window, outside of it. */
  async reachesBeyond(
    sql: Sql,
    owner: string,
    { bound, key }: { bound: Bound; key: readonly string[] },
    filters: readonly SqlValue[] = [],
  ): Promise<boolean> {
    const filter = this.filterOf(filters, 2);
    const values = [owner, ...filter.values, ...this.keyOf(key)];
    const found = await sql.run(this.probeStatement(bound, filter), values);
    return found.length > 0;
  }

  /**
   * Returns the row at a place counted from 1, or undefined beyond the end. All rows before it are scanned, so the
   * caller must bound the place.
   */
  async rowAt(sql: Sql, owner: string, place: number, filters: readonly SqlValue[] = []): Promise<Row | undefined> {
    const filter = this.filterOf(filters, 4);
    const [row] = await sql.run(this.placeStatement(filter), [owner, place, place - 1, ...filter.values]);
    return row;
  }

  /** Counts the rows of each owner's list; owners without rows have no entry. */
  async totals(sql: Sql, owners: readonly string[], filters: readonly SqlValue[] = []): Promise<Map<string, Total>> {
    const filter = this.filterOf(filters, 2, this.options.totals?.filters);
    const values = [owners, ...filter.values];
    const rows = await sql.run(this.totalStatement(filter), values);
    const max = this.options.totals === undefined ? COUNTED_MAX : Infinity;
    return new Map(rows.map(({ owner, total }) => [owner, { count: Math.min(total, max), isExact: total <= max }]));
  }

  /** Counts the rows of an owner's list after a key, up to `max`. */
  async countAfter(
    sql: Sql,
    owner: string,
    { key, max }: { key: readonly string[]; max: number },
    filters: readonly SqlValue[] = [],
  ): Promise<number> {
    const filter = this.filterOf(filters, 3);
    const counting = this.remember(this.totalStatements, ['after'], filter, () => {
      const of = `$1::${this.options.owner.type}`;
      const direction = this.options.descending ? 'desc' : 'asc';
      const rows = firstRows(this.options, { bounds: ['after'], filter, direction, of, size: '$2' });
      return `select $1::text as "owner", count(*)::int as "total" from (${rows}) as counted`.replaceAll(OWNER, of);
    });
    const [row] = await sql.run(counting, [owner, max, ...filter.values, ...this.keyOf(key)]);
    return row?.total ?? 0;
  }

  private keyOf(values: readonly string[] = []): readonly string[] {
    return values.slice(0, this.options.key.length);
  }

  private pageStatement(backward: boolean, bounds: readonly Bound[], filter: Filter): ListStatement<Row> {
    const { owner, key, descending } = this.options;
    return this.remember(this.pageStatements, [backward ? 'last' : 'first', ...bounds], filter, () => {
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
    { by, list: { name, columns } }: { readonly by: OwnerByKey | undefined; readonly list: ColumnList },
    window: PageWindow,
    filter: Filter,
  ): ListStatement<Row> {
    const { owner, key, descending } = this.options;
    const bounds = boundsOf(window);
    const kind = [window.backward ? 'last' : 'first', ...bounds, name, ...(by ? [by.name] : [])];
    return this.remember(this.pageStatements, kind, filter, () => {
      const direction = window.backward === descending ? 'asc' : 'desc';
      const of = by ? 'o.owner' : `$1::${owner.type}`;
      const page = firstRows(this.options, { bounds, filter, direction, of, size: '$2' }).replaceAll(OWNER, of);
      return `
        select ${columns.map((column) => `page."${column}"`).join(', ')}${by ? ', o.owner::text as "owner"' : ''}
        from ${by ? `(${by.sql}) as o (owner) cross join lateral ` : ''}(${page}) as page
        order by ${key.map(({ output }) => `page."${output}" ${direction}`).join(', ')}`;
    });
  }

  private probeStatement(bound: Bound, filter: Filter): ListStatement<unknown> {
    return this.remember(this.probeStatements, ['beyond', bound], filter, () => {
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
    return this.remember(this.pageStatements, ['place'], filter, () => {
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

  private totalStatement(filter: Filter): ListStatement<{ owner: string; total: number }> {
    return this.remember(this.totalStatements, ['total'], filter, () => {
      const { list, totals, owner } = this.options;
      const counted =
        totals === undefined
          ? `count(*)::int as total from (${list.text} where ${owner.expression} = o.owner ${filter.sql} limit ${COUNTED_MAX + 1}) as listed`
          : `${totals.total}::int as total from ${totals.from} where ${totals.owner} = o.owner ${filter.sql}`;
      return `
        select o.owner::text as "owner", counted.total as "total"
        from unnest($1::${owner.type}[]) as o (owner) cross join lateral (select ${counted}) as counted
        where counted.total > 0`.replaceAll(OWNER, 'o.owner');
    });
  }

  private filterOf(given: readonly SqlValue[], firstParameter: number, filters = this.options.filters ?? []): Filter {
    const { boundingFilters = 0 } = this.options;
    return filterOf({ filters, boundingFilters }, given, firstParameter);
  }

  /** Statements beyond the maximum are not kept, and are parsed each time. */
  private remember<Given>(
    statements: Map<string, ListStatement<Given>>,
    kind: readonly string[],
    { names, plan }: Filter,
    text: () => string,
  ): ListStatement<Given> {
    const variant = [...kind, ...names].join('_');
    const remembered = statements.get(variant);
    if (remembered !== undefined) return remembered;
    const name = shortName(`${this.options.name}_${variant}`);
    const { pageStatements, probeStatements, totalStatements } = this;
    if (pageStatements.size + probeStatements.size + totalStatements.size >= STATEMENTS_MAX)
      return { name, text: text(), plan, isPrepared: false };
    const added = statementLike<Given>({}, { name, text: text(), plan });
    statements.set(variant, added);
    return added;
  }
}

/** Shortens a name: PostgreSQL would take two statements for one if they differ only after 63 characters. */
function shortName(name: string): string {
  if (name.length <= NAME_LENGTH_MAX) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGEST_LENGTH);
  return `${name.slice(0, NAME_LENGTH_MAX - DIGEST_LENGTH - 1)}_${digest}`;
}

function boundsOf(window: PageWindow): readonly Bound[] {
  return BOUNDS.filter((bound) => window[bound] !== undefined);
}

/** Makes a page of rows. One row more than requested shows that there are more; it is not part of the page. */
function pageOf<Row>(rows: readonly Row[], { backward, size, isReversed = false }: PageWindow): PageRows<Row> {
  const page = rows.slice(0, size);
  return { rows: backward === isReversed ? page : page.reverse(), more: rows.length > size };
}
