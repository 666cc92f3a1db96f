/** Maximum number of column lists with statements of their own; any further list uses the statement of all columns. */
const LISTS_MAX = 200;

/** The columns that statements of one list of rows can select. Each selection is a separately prepared statement. */
export class ColumnLists {
  private readonly known = new Map<string, ColumnList>();
  readonly keys: readonly string[];

  /** @param keys the columns that each selection begins with */
  constructor(keys: readonly string[]) {
    this.keys = keys;
  }

  /** @param all all columns that can be selected */
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
  /** The key columns first, then the others in alphabetical order. */
  readonly columns: readonly string[];
}
