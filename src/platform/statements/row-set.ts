/** A value of a row, before it is written for PostgreSQL. */
type Value = string | number | Date | null | undefined;
type List = readonly (string | number | null)[];

/** The columns of rows, each with PostgreSQL's type. */
type Columns = readonly (readonly [name: string, type: string])[];

/** Rows that a statement takes as one array per column, which PostgreSQL reads faster than JSON. */
export class RowSet<const Given extends Columns> {
  private readonly columns: Given;

  constructor(columns: Given) {
    this.columns = columns;
  }

  /** Returns the rows as an item of `from` with this name; their arrays must be the first parameters. */
  as(name: string): string {
    const arrays = this.columns.map(([, type], nth) => `$${nth + 1}::${type}[]`);
    return `unnest(${arrays.join(', ')}) as ${name} (${this.columns.map(([column]) => column).join(', ')})`;
  }

  /** Returns the parameters. */
  valuesOf(rows: readonly Readonly<Record<Given[number][0], Value>>[]): readonly [...{ [Nth in keyof Given]: List }];
  valuesOf(rows: readonly Readonly<Record<string, Value>>[]): readonly List[] {
    return this.columns.map(([column]) => rows.map((row) => written(row[column])));
  }
}

function written(value: Value): string | number | null {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
