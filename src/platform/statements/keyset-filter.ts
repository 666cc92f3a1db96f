import type { KeysetOptions, SpreadFilter } from './keyset-options.ts';
import type { Planned, SqlValue } from './statement.ts';

/** The filters of one read that have a value. */
export interface Filter {
  /** Tells statements of different filters apart. */
  readonly names: readonly string[];
  readonly values: readonly SqlValue[];
  readonly sql: string;
  readonly nextParameter: number;
  readonly planned: Planned;
  /** The first that is spread: the one that leads to a page. */
  readonly spread: (SpreadFilter & OfSpread) | undefined;
}

/** Of a filter that is spread: the parameter of its values, and the conditions of the other filters. */
interface OfSpread {
  readonly parameter: string;
  readonly others: string;
}

type FilterOptions = Required<Pick<KeysetOptions<never>, 'filters' | 'boundingFilters'>>;

/** The conditions of the filters that have a value; their parameters begin at `firstParameter`. */
export function filterOf(
  { filters, boundingFilters }: FilterOptions,
  given: readonly SqlValue[],
  firstParameter: number,
): Filter {
  const valued = filters.flatMap((filter, index) => {
    const value = given[index] ?? null;
    return value === null ? [] : [{ filter, value, name: `f${index}`, bounds: index < boundingFilters }];
  });
  const present = valued.map((one, nth) => ({ ...one, parameter: `$${firstParameter + nth}` }));
  const sqlOf = (some: typeof present) => some.map((one) => `and ${conditionOf(one)}`).join(' ');
  const [leading] = present.flatMap((one) => (typeof one.filter === 'string' ? [] : [{ ...one, ...one.filter }]));
  return {
    planned: present.every(({ bounds }) => bounds) ? 'once' : 'anew',
    names: present.map(({ name }) => name),
    values: present.map(({ value }) => value),
    sql: sqlOf(present),
    nextParameter: firstParameter + present.length,
    spread: leading && { ...leading, others: sqlOf(present.filter(({ name }) => name !== leading.name)) },
  };
}

function conditionOf({ filter, parameter }: { filter: string | SpreadFilter; parameter: string }): string {
  return (typeof filter === 'string' ? filter : filter.condition).replaceAll('?', parameter);
}
