import { bounding, oneOf, type KeysetOptions } from '../../statements/keyset-options.ts';
import type { SqlValue } from '../../statements/statement.ts';
import { wordsOrNull } from './filter-words.ts';

/** A member of a filter: the column that has one of its values, and a query for these, with `?` in their place. */
interface Member {
  readonly column: string;
  readonly values: string;
}

/** The members by time: the column that a list is ordered by, newest first, and their names. */
interface TimeMembers<Name extends string> {
  readonly column: string;
  readonly since: Name;
  readonly until: Name;
  /** The first value of the rest of the key; by default that of an id. */
  readonly first?: string;
}

/** What a client gave for each member. */
type Given<Name extends string> = { readonly [Member in Name]?: readonly string[] | string | null };

/** The id before all others: none has it. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The filter of a list: each member has an index, whose order is that of the list. Those by time come first. */
export class ListFilter<Name extends string, Time extends string = never> {
  /** Options of the keyset that reads the list. */
  readonly options: Required<Pick<KeysetOptions<never>, 'filters' | 'boundingFilters' | 'walks' | 'keysWithin'>>;
  private readonly names: readonly string[];
  private readonly times: readonly string[];

  constructor(members: Readonly<Record<Name, Member>>, times?: TimeMembers<Time>) {
    const all = Object.entries<Member>(members);
    this.names = all.map(([name]) => name);
    this.times = times === undefined ? [] : [times.since, times.until];
    const bounds = this.times.length;
    const first = times?.first ?? FIRST_ID;
    const by = all.map((_, nth) => bounds + nth);
    this.options = {
      filters: [
        ...(times === undefined
          ? []
          : [bounding(`${times.column} >= ?::timestamptz`), bounding(`${times.column} < ?::timestamptz`)]),
        ...all.map(([, { column, values }]) => oneOf(column, values)),
      ],
      boundingFilters: bounds,
      walks: { by, areNeeded: (given) => by.filter((index) => (given[index] ?? null) !== null).length > 1 },
      keysWithin: ([since, until]) => ({
        ...(bounds > 0 && typeof until === 'string' && { after: [until, first] }),
        ...(bounds > 0 && typeof since === 'string' && { before: [since, first] }),
      }),
    };
  }

  /**
   * Returns the values for the filters; none for a filter that matches all.
   * @throws GraphQLError BAD_USER_INPUT
   */
  valuesOf(given: Given<Name | Time> | null): readonly SqlValue[] {
    const members = new Map(Object.entries<readonly string[] | string | null | undefined>(given ?? {}));
    const words = this.names.map((name) => {
      const member = members.get(name);
      return wordsOrNull(name, typeof member === 'string' ? [member] : member);
    });
    const values = [...this.times.map((name) => members.get(name) ?? null), ...words];
    return values.every((value) => value === null) ? [] : values;
  }
}

/** Returns a member whose values are those of a column of this type. */
export function valueIn(column: string, type = 'text'): Member {
  return { column, values: `select unnest(?::text[])${type === 'text' ? '' : `::${type}`}` };
}
