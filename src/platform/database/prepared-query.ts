import type { Connection, FieldDef, Submittable } from 'pg';

declare module 'pg' {
  /** What pg lets its own queries know, and its types do not tell. */
  interface Connection {
    /** Texts of the statements that are prepared, by name. */
    readonly parsedStatements: Readonly<Record<string, string>>;
    /** Texts of those that were sent to be prepared; pg takes one that failed out again. */
    readonly submittedNamedStatements: Record<string, string>;
  }
}

/** Gives the function that reads a value from its text; the database knows types by numbers. */
type ParserOf = (dataTypeId: number) => unknown;

/** Makes a row of the values that the database sends for it. */
type ToRow = (values: readonly (string | null)[]) => never;

/** What a connection was told of the rows of its prepared statements, by their names. */
export type RowDescriptions = Map<string, ToRow>;

export interface PreparedQueryOptions {
  /** What the statement is prepared as; empty: as the one of the moment, which the next such replaces. */
  readonly name: string;
  readonly text: string;
  /** As the database reads them. */
  readonly values: (string | Buffer | null)[];
  readonly parserOf: ParserOf;
  readonly descriptions: RowDescriptions;
  /** Sends what runs ahead in the same implicit transaction: there is no Sync between the two. It must give no row. */
  readonly ahead?: ((connection: Connection) => void) | undefined;
}

/**
 * A run of a prepared statement, in place of pg's own query. Its rows are described once per connection and not at each
 * run, and are made without a look at the names of their columns: a page of 50 takes two thirds of the time.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export class PreparedQuery<Row> implements Submittable {
  /** By these pg keeps account of what is prepared. */
  readonly name: string;
  readonly text: string;
  /** Settles when the database is ready for the next. */
  readonly rows: Promise<Row[]>;
  private readonly options: PreparedQueryOptions;
  private readonly received: Row[] = [];
  private readonly resolve: (rows: Row[]) => void;
  private readonly reject: (reason: unknown) => void;
  private toRow: ToRow | undefined;
  private whyUnreadable: unknown;

  constructor(options: PreparedQueryOptions) {
    this.name = options.name;
    this.text = options.text;
    this.options = options;
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
    this.rows = promise;
    this.resolve = resolve;
    this.reject = reject;
  }

  /** @returns Error when another text is prepared as this one */
  submit(connection: Connection): Error | undefined {
    const { name, text, values, descriptions, ahead } = this.options;
    const prepared = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name];
    if (prepared !== undefined && prepared !== text) return new Error(`Two statements are named ${name}.`);
    ahead?.(connection);
    if (prepared === undefined) {
      connection.parse({ name, text, types: [] }, true);
      if (name !== '') connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name, values }, true);
    this.toRow = descriptions.get(name);
    if (this.toRow === undefined) connection.describe({ type: 'P' }, true);
    connection.execute(null, true);
    connection.sync();
    return undefined;
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.toRow = rowMaker(fields, this.options.parserOf);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      if (this.toRow !== undefined) this.received.push(this.toRow(fields));
    } catch (error) {
      this.whyUnreadable ??= error;
    }
  }

  handleCommandComplete(): void {
    // Whether all went well is known with the Sync.
  }

  handleReadyForQuery(): void {
    const { name, descriptions, parserOf } = this.options;
    if (name !== '') descriptions.set(name, this.toRow ?? rowMaker([], parserOf));
    if (this.whyUnreadable === undefined) this.resolve(this.received);
    else this.reject(this.whyUnreadable);
  }

  handleError(error: unknown): void {
    this.reject(error);
  }
}

/** By the names and types of their columns: what is compiled for one connection serves all. */
const rowMakers = new Map<string, ToRow>();

/** Written out for each list of columns, a row is made in one step and always of the same shape. */
function rowMaker(columns: readonly FieldDef[], parserOf: ParserOf): ToRow {
  const signature = JSON.stringify(columns.map(({ name, dataTypeID }) => [name, dataTypeID]));
  const known = rowMakers.get(signature);
  if (known !== undefined) return known;
  const parsers = columns.map(({ dataTypeID }) => parserOf(dataTypeID));
  const value = (nth: number) => `values[${nth}] === null ? null : parsers[${nth}](values[${nth}])`;
  const entries = columns.map(({ name }, nth) => `${JSON.stringify(name)}: ${value(nth)}`);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call -- of column names alone, which are ours
  const maker: ToRow = new Function('parsers', `return (values) => ({ ${entries.join(', ')} });`)(parsers);
  rowMakers.set(signature, maker);
  return maker;
}
