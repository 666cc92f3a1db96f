/** Lists of columns that have statements of their own at most; every further one is served by that of all columns. */
const LISTS_MAX = 200;

/** Which columns the statements of one list of rows select. Each selection of columns is a statement, prepared for itself. */
export class ColumnLists {
  private readonly known = new Map<string, ColumnList>();
  readonly keys: readonly string[];

  /** @param keys the columns that each list begins with */
  constructor(keys: readonly string[]) {
    this.keys = keys;
  }

  /** @param all every column that may ever be wanted */
  listFor(wanted: Iterable<string>, all: readonly string[]): ColumnList {
    const columns = this.ordered(wanted);
    const name = columns.join(' ');
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const hasRoom = this.known.size < LISTS_MAX;
    const made = hasRoom
      ? { name: `columns_${this.known.size}`, columns }
      : { name: 'all_columns', columns: this.ordered(all) };
    if (hasRoom) this.known.set(name, made);
    return made;
  }

  private ordered(columns: Iterable<string>): readonly string[] {
    const others = [...new Set(columns)].filter((column) => !this.keys.includes(column));
    return [...this.keys, ...others.sort()];
  }
}

export interface ColumnList {
  /** Part of the names of its statements. */
  readonly name: string;
  /** The key's first, then the others by their names. */
  readonly columns: readonly string[];
}
