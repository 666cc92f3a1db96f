import type { Filter } from './keyset-filter.ts';
import type { KeysetOptions } from './keyset-options.ts';
import type { PageWindow } from './page-window.ts';
import type { SqlValue } from './statement.ts';

const BOUNDS = ['after', 'before'] as const;
export type Bound = (typeof BOUNDS)[number];

type ListOptions = Pick<KeysetOptions<unknown>, 'owner' | 'key' | 'descending' | 'keysIn'> & {
  readonly list: { readonly text: string };
};

interface FirstRows {
  readonly bounds: readonly Bound[];
  /** Whether rows at the bounds are included. */
  readonly included?: boolean;
  readonly filter: Filter;
  readonly direction: string;
  /** SQL of the owner whose list it is. */
  readonly of: string;
  /** SQL of the number of rows. */
  readonly size: string;
  /** Whether only their keys are needed. */
  readonly keysOnly?: boolean;
}

/** Returns the bounds of a page and their keys: those of its window, or else of its filters, if a spread leads it. */
export function boundsOf(
  options: Pick<KeysetOptions<never>, 'key' | 'keysWithin'>,
  window: PageWindow,
  { spread }: Filter,
  filters: readonly SqlValue[],
) {
  const within = spread === undefined ? {} : (options.keysWithin?.(filters) ?? {});
  const present = BOUNDS.flatMap((bound) => {
    const key = window[bound] ?? within[bound];
    return key === undefined ? [] : [{ bound, key: keyOf(options, key) }];
  });
  return { bounds: present.map(({ bound }) => bound), keys: present.flatMap(({ key }) => key) };
}

/** Returns the values of a key, without what a cursor holds after them. */
export function keyOf({ key }: Pick<KeysetOptions<never>, 'key'>, values: readonly string[] = []): readonly string[] {
  return values.slice(0, key.length);
}

/**
 * Returns a query for the rows of an owner that a page begins with, in the order of reading. With a spread filter, the
 * order and the bounds begin with its columns: only its own index has them, however common the planner assumes a value
 * to be. A filter's beginning is looked up once, and is a bound like any other.
 */
export function firstRows(options: ListOptions, window: FirstRows): string {
  const { list, owner, key } = options;
  const { bounds, included, filter, direction, of, size } = window;
  const { rest, spread, beginning } = filter;
  const leading = spread?.columns.map((column, nth) => ({ column, value: `wanted.v${nth}` })) ?? [];
  const begins = (bound: (typeof BOUNDS)[number]) => bound === 'after' && beginning !== undefined;
  const present = BOUNDS.filter((bound) => bounds.includes(bound) || begins(bound));
  const between = present.map((bound) => {
    const nth = bounds.indexOf(bound);
    const parameter = nth < 0 ? undefined : filter.nextParameter + nth * key.length;
    return `and ${comparison(options, { bound, parameter, included, leading, begins: begins(bound) })}`;
  });
  const open = BOUNDS.filter((bound) => leading.length > 0 && !present.includes(bound)).map(
    (bound) =>
      `and ${row(leading.map(({ column }) => column))} ${operator(options, bound)}= ${row(leading.map(({ value }) => value))}`,
  );
  const columns = [...leading.map(({ column }) => column), ...key.map(({ expression }) => expression)];
  const findsKeys = spread !== undefined && options.keysIn !== undefined;
  const ordered = `
          ${findsKeys ? keysOf(options) : list.text}
          where ${owner.expression} = ${of} ${[rest, ...between, ...open].join(' ')}
          order by ${columns.map((column) => `${column} ${direction}`).join(', ')}
          limit ${size}`;
  const sources = [
    // With `offset 0` it is not pulled up, and so computed once.
    ...(beginning === undefined ? [] : [`(select (${beginning}) as place offset 0) as beginning`]),
    ...(spread === undefined
      ? []
      : [`(${spread.values}) as wanted (${leading.map((_, nth) => `v${nth}`).join(', ')})`]),
  ];
  if (sources.length === 0) return ordered;
  const order = (of: string) => key.map(({ output }) => `${of}."${output}" ${direction}`).join(', ');
  const first = `
          select each.* from ${sources.join(' cross join ')} cross join lateral (${ordered}) as each
          order by ${order('each')}
          limit ${size}`;
  if (!findsKeys || window.keysOnly === true) return first;
  const last = key.slice(-1).map(({ expression, output }) => `${expression} = found."${output}"`);
  return `
          select each.* from (${first}) as found
          cross join lateral (${list.text} where ${owner.expression} = ${of} and ${last.join()} offset 0) as each
          order by ${order('each')}`;
}

/** Selects the keys of a list, without its rows. */
function keysOf({ key, keysIn = '' }: ListOptions): string {
  return `select ${key.map(({ expression, output }) => `${expression} as "${output}"`).join(', ')} from ${keysIn}`;
}

interface Comparison {
  readonly bound: Bound;
  /** Number of the first of its parameters; undefined: only the beginning bounds it. */
  readonly parameter: number | undefined;
  readonly included?: boolean | undefined;
  /** Columns before those of the key, and what they are compared with. */
  readonly leading?: readonly { readonly column: string; readonly value: string }[];
  /** Whether it must lie after the beginning too. */
  readonly begins?: boolean;
}

/** Returns the condition for rows after or before a key, in the order of the list. */
function comparison(
  options: ListOptions,
  { bound, parameter, included = false, leading = [], begins = false }: Comparison,
): string {
  const columns = options.key.map(({ expression }) => expression);
  const given = parameter === undefined ? [] : options.key.map(({ type }, index) => `$${parameter + index}::${type}`);
  const values = begins ? [`greatest(${[...given, 'beginning.place'].join(', ')})`] : given;
  const sides = row([...leading.map(({ column }) => column), ...columns]);
  const others = row([...leading.map(({ value }) => value), ...values]);
  return `${sides} ${operator(options, bound)}${included ? '=' : ''} ${others}`;
}

function row(values: readonly string[]): string {
  return `(${values.join(', ')})`;
}

function operator({ descending }: ListOptions, bound: Bound): '<' | '>' {
  return (bound === 'after') === descending ? '<' : '>';
}
