import type { KeysetFilter, KeysetOptions, SpreadFilter } from './keyset-options.ts';
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
  readonly spread: Pick<SpreadFilter, 'values' | 'columns'> | undefined;
  /** The key after which all rows lie, as a scalar query. */
  readonly beginning: string | undefined;
  /** The conditions that are left where a page is led to by `spread` and `beginning`. */
  readonly rest: string;
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
  const present = valued.map((one, nth) => {
    const inPlace = (text: string) => text.replaceAll('?', `$${firstParameter + nth}`);
    return { ...one, ...textsOf(one.filter, inPlace) };
  });
  const leading = present.find(({ spread }) => spread !== undefined);
  return {
    planned: present.every(({ bounds }) => bounds) ? 'once' : 'anew',
    names: present.map(({ name }) => name),
    values: present.map(({ value }) => value),
    sql: present.map(({ condition }) => `and ${condition}`).join(' '),
    nextParameter: firstParameter + present.length,
    spread: leading?.spread,
    beginning: present.find(({ after }) => after !== undefined)?.after,
    rest: present.flatMap((one) => (one === leading ? [] : `and ${one.rest}`)).join(' '),
  };
}

/** What a filter says, with its parameter in its places. */
function textsOf(filter: KeysetFilter, inPlace: (text: string) => string) {
  const condition = inPlace(typeof filter === 'string' ? filter : filter.condition);
  const plain = { condition, rest: condition, spread: undefined, after: undefined };
  if (typeof filter === 'string') return plain;
  if ('after' in filter) return { ...plain, rest: inPlace(filter.rest), after: inPlace(filter.after) };
  return { ...plain, spread: { values: inPlace(filter.values), columns: filter.columns } };
}
