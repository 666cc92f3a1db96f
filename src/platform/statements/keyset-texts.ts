import type { Filter } from './keyset-filter.ts';
import type { KeysetOptions } from './keyset-options.ts';

export const BOUNDS = ['after', 'before'] as const;
export type Bound = (typeof BOUNDS)[number];

type ListOptions = Pick<KeysetOptions<unknown>, 'owner' | 'key' | 'descending'> & {
  readonly list: { readonly text: string };
};

interface FirstRows {
  readonly bounds: readonly Bound[];
  readonly filter: Filter;
  readonly direction: string;
  /** The owner whose list it is. */
  readonly of: string;
}

/**
 * The rows of an owner that a page begins with, in the order of reading; `$2` is how many. Where a filter is spread, the
 * order and the bounds begin with its column: no index but its own gives them, however common the planner takes a value
 * to be.
 */
export function firstRows(options: ListOptions, { bounds, filter, direction, of }: FirstRows): string {
  const { list, owner, key } = options;
  const { sql, spread } = filter;
  const ordered = (conditions: string, columns: readonly string[]) => `
          ${list.text}
          where ${owner.expression} = ${of} ${conditions}
          order by ${columns.map((column) => `${column} ${direction}`).join(', ')}
          limit $2`;
  const columns = key.map(({ expression }) => expression);
  const between = (leading?: string) =>
    bounds.map((bound, nth) => {
      const parameter = filter.nextParameter + nth * key.length;
      return `and ${comparison(options, { bound, parameter, leading })}`;
    });
  if (spread === undefined) return ordered([sql, ...between()].join(' '), columns);
  const open = BOUNDS.filter((bound) => !bounds.includes(bound)).map(
    (bound) => `and ${spread.column} ${operator(options, bound)}= wanted.value`,
  );
  const conditions = [spread.others, ...between(spread.column), ...open].join(' ');
  return `
          select each.* from ${spread.values.replaceAll('?', spread.parameter)} as wanted (value)
          cross join lateral (${ordered(conditions, [spread.column, ...columns])}) as each
          order by ${key.map(({ output }) => `each."${output}" ${direction}`).join(', ')}
          limit $2`;
}

interface Comparison {
  readonly bound: Bound;
  /** Number of the first of its parameters. */
  readonly parameter: number;
  readonly included?: boolean;
  /** A column before those of the key, which has the value `wanted.value`. */
  readonly leading?: string | undefined;
}

/** Rows on the far side of a key, seen in the order of the list. */
export function comparison(options: ListOptions, { bound, parameter, included = false, leading }: Comparison): string {
  const columns = options.key.map(({ expression }) => expression);
  const values = options.key.map(({ type }, index) => `$${parameter + index}::${type}`);
  const sides = leading === undefined ? columns : [leading, ...columns];
  const given = leading === undefined ? values : ['wanted.value', ...values];
  return `(${sides.join(', ')}) ${operator(options, bound)}${included ? '=' : ''} (${given.join(', ')})`;
}

function operator({ descending }: ListOptions, bound: Bound): '<' | '>' {
  return (bound === 'after') === descending ? '<' : '>';
}
