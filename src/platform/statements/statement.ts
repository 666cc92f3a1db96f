/**
 * Whether one plan does for all values, or each run is planned for its own: where the right index depends on how common
 * a value is. Planning takes longer than most statements do, above all over partitions.
 */
export type Planned = 'once' | 'anew';

/** A value that a statement takes for a parameter. */
export type SqlValue = string | number | boolean | Date | null | readonly (string | number | null)[];

/** What a statement is run with: a list for `$1`, `$2` and so on, or values by the names of its parameters. */
export type StatementValues = readonly SqlValue[] | { readonly [Name in string]: SqlValue };

/**
 * A statement that is known by name. On PostgreSQL it is prepared once per connection, so that it is parsed and planned
 * once; MikroORM's own SQL has its values written into the text and cannot be.
 * @typeParam Row what it gives
 * @typeParam Given what it is run with
 */
export interface Statement<Row = unknown, Given = unknown> {
  readonly name: string;
  readonly text: string;
  /** Once, unless it says otherwise. */
  readonly planned?: Planned;
  /** False for a statement of the moment, which is not run again. */
  readonly isPrepared?: false;
  /** Names of its parameters, in the order of their numbers; absent where it is run with a list. */
  readonly parameters?: readonly string[];
  /** Never set: they carry the types. */
  readonly row?: Row;
  readonly given?: Given;
}

const statements = new Map<string, Statement>();

/**
 * Registers a statement of hand-written SQL; `Row` declares the type of its select list.
 * @throws Error when the name is taken by another text: the two would be mixed up on a connection
 */
export function statement<Row = never>(
  name: string,
  text: string,
  planned: Planned = 'once',
): Statement<Row, readonly SqlValue[]> {
  const trimmed = text.trim();
  if ((statements.get(name)?.text ?? trimmed) !== trimmed) throw new Error(`Two statements are named ${name}.`);
  const made = { name, text: trimmed, planned };
  statements.set(name, made);
  return made;
}

/**
 * Registers a statement that is made otherwise.
 * @throws Error when the name is taken
 */
export function registered<Row, Given>(made: Statement<Row, Given>): Statement<Row, Given> {
  if (statements.has(made.name)) throw new Error(`Two statements are named ${made.name}.`);
  statements.set(made.name, made);
  return made;
}

/** Makes the text of each that is compiled, so that no request waits for it. */
export function compileStatements(): void {
  registeredStatements();
}

/** All that are registered, each text by its name. */
export function registeredStatements(): ReadonlyMap<string, string> {
  return new Map([...statements.values()].map(({ name, text }) => [name, text]));
}

/** The values in the order of the statement's parameters. */
export function valuesInOrder({ parameters }: Statement, given: StatementValues): readonly SqlValue[] {
  if (isList(given)) return given;
  return (parameters ?? []).map((name) => given[name] ?? null);
}

function isList(given: StatementValues): given is readonly SqlValue[] {
  return Array.isArray(given);
}
