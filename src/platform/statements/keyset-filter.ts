import type { KeysetFilter, KeysetOptions, SpreadFilter } from './keyset-options.ts';
import type { PlanKind, SqlValue } from './statement.ts';

/** The filters of one read that have a value. */
export interface Filter {
  /** Distinguishes statements of different filters. */
  readonly names: readonly string[];
  readonly values: readonly SqlValue[];
  readonly sql: string;
  readonly nextParameter: number;
  readonly plan: PlanKind;
  /** The first spread filter: the one that a page is found by. */
  readonly spread: Pick<SpreadFilter, 'values' | 'columns'> | undefined;
  /** A scalar query for the key after which all rows lie. */
  readonly beginning: string | undefined;
  /** The remaining conditions where a page is found by `spread` and `beginning`. */
  readonly rest: string;
}

type FilterOptions = Pick<KeysetOptions<never>, 'filters' | 'boundingFilters'>;

/**
 * Builds the conditions of the filters that have a value; their parameters begin at `firstParameter`.
 * @param by index of the filter that a page is found by; the first spread filter if absent
 */
export function filterOf(
  { filters = [], boundingFilters = 0 }: FilterOptions,
  given: readonly SqlValue[],
  firstParameter: number,
  by?: number,
): Filter {
  const valued = filters.flatMap((filter, index) => {
    const value = given[index] ?? null;
    return value === null ? [] : [{ filter, value, index, bounds: index < boundingFilters }];
  });
  const present = valued.map((one, nth) => {
    const inPlace = (text: string) => text.replaceAll('?', `$${firstParameter + nth}`);
    return { ...one, ...textsOf(one.filter, inPlace) };
  });
  const leading = present.find(({ spread, index }) => spread !== undefined && (by ?? index) === index);
  return {
    plan: present.every(({ bounds }) => bounds) ? 'generic' : 'custom',
    names: [...present.map(({ index }) => `f${index}`), ...(by === undefined ? [] : [`by${by}`])],
    values: present.map(({ value }) => value),
    sql: present.map(({ condition }) => `and ${condition}`).join(' '),
    nextParameter: firstParameter + present.length,
    spread: leading?.spread,
    beginning: present.find(({ after }) => after !== undefined)?.after,
    rest: present.flatMap((one) => (one === leading ? [] : `and ${conditionOf(one, leading === undefined)}`)).join(' '),
  };
}

/** Returns the texts of a filter, with its parameter in its places. */
function textsOf(filter: KeysetFilter, inPlace: (text: string) => string) {
  const condition = inPlace(typeof filter === 'string' ? filter : filter.condition);
  const plain = { condition, rest: condition, spread: undefined, after: undefined };
  if (typeof filter === 'string') return plain;
  if ('after' in filter) return { ...plain, rest: inPlace(filter.rest), after: inPlace(filter.after) };
  if ('rest' in filter) return { ...plain, rest: inPlace(filter.rest) };
  return { ...plain, spread: { values: inPlace(filter.values), columns: filter.columns } };
}

/** Returns what remains of a filter where a page is found by another one, or by none. */
function conditionOf({ condition, rest, after }: ReturnType<typeof textsOf>, isByNone: boolean): string {
  return isByNone && after === undefined ? condition : rest;
}
