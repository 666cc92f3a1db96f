import type { KeysetOptions } from './keyset-options.ts';
import type { Planned, SqlValue } from './statement.ts';

/** The filters of one read that have a value. */
export interface Filter {
  /** Tells statements of different filters apart. */
  readonly names: readonly string[];
  readonly values: readonly SqlValue[];
  readonly sql: string;
  readonly nextParameter: number;
  readonly planned: Planned;
}

interface Conditions {
  readonly conditions: readonly string[] | undefined;
  readonly boundingFilters: KeysetOptions<never>['boundingFilters'];
}

/** The conditions of the filters that have a value; their parameters begin at `firstParameter`. */
export function filterOf(
  given: readonly SqlValue[],
  firstParameter: number,
  { conditions = [], boundingFilters = 0 }: Conditions,
): Filter {
  const present = conditions.flatMap((condition, index) => {
    const value = given[index] ?? null;
    return value === null ? [] : [{ condition, value, name: `f${index}`, bounds: index < boundingFilters }];
  });
  return {
    planned: present.every(({ bounds }) => bounds) ? 'once' : 'anew',
    names: present.map(({ name }) => name),
    values: present.map(({ value }) => value),
    sql: present.map(({ condition }, nth) => `and ${condition.replaceAll('?', `$${firstParameter + nth}`)}`).join(' '),
    nextParameter: firstParameter + present.length,
  };
}
