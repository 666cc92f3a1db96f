/**
 * Whether one plan does for all values, or each run is planned for its own: where the right index depends on how common
 * a value is. Planning takes longer than most statements do, above all over partitions.
 */
export type Planned = 'once' | 'anew';

/**
 * A hot statement, written by hand and known by name. On PostgreSQL it is prepared once per connection, so that it is
 * parsed and planned once; MikroORM's own SQL has its values written into the text and cannot be.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Once, unless it says otherwise. */
  readonly planned?: Planned;
  /** False for a statement of the moment, which is not run again. */
  readonly isPrepared?: false;
}

const textByName = new Map<string, string>();

/**
 * Registers a statement.
 * @throws Error when the name is taken by another text: the two would be mixed up on a connection
 */
export function statement(name: string, text: string, planned: Planned = 'once'): Statement {
  const trimmed = text.trim();
  if ((textByName.get(name) ?? trimmed) !== trimmed) throw new Error(`Two statements are named ${name}.`);
  textByName.set(name, trimmed);
  return { name, text: trimmed, planned };
}

/** All that are registered, each text by its name. */
export function registeredStatements(): ReadonlyMap<string, string> {
  return textByName;
}

/** A value that a statement takes for a parameter. */
export type SqlValue = string | number | boolean | Date | null | readonly (string | number | null)[];
