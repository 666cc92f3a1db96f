import type { SqlValue } from './statement.ts';

/** A value of a row, before it is written for PostgreSQL. */
type Value = string | number | Date | null | undefined;

/** Rows that a statement takes as one array per column, which PostgreSQL reads faster than JSON. */
export class RowSet<Column extends string> {
  private readonly types: ReadonlyMap<Column, string>;

  /** @param types PostgreSQL's type of each column */
  constructor(types: readonly (readonly [Column, string])[]) {
    this.types = new Map(types);
  }

  /** Returns the rows as an item of `from` with this name; their arrays must be the first parameters. */
  as(name: string): string {
    const arrays = [...this.types.values()].map((type, nth) => `$${nth + 1}::${type}[]`);
    return `unnest(${arrays.join(', ')}) as ${name} (${[...this.types.keys()].join(', ')})`;
  }

  /** Returns the parameters. */
  valuesOf(rows: readonly Readonly<Record<Column, Value>>[]): SqlValue[] {
    return [...this.types.keys()].map((column) => rows.map((row) => written(row[column])));
  }
}

function written(value: Value): string | number | null {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
