/**
 * A hot statement, written by hand and known by name. On PostgreSQL it is prepared once per connection, so that it is
 * parsed and planned once; MikroORM's own SQL has its values written into the text and cannot be.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * Whether one plan does for all values, or each run is planned for its own: where the right index depends on how common
 * a value is. Planning takes longer than most statements do, above all over partitions.
 */
export type Planned = 'once' | 'anew';

interface Registration {
  readonly name: string;
  readonly planned: Planned;
}

const registered = new Map<string, Registration>();

/**
 * Registers a statement.
 * @throws Error when the name is taken by another text: the two would be mixed up on a connection
 */
export function statement(name: string, text: string, planned: Planned = 'once'): Statement {
  const trimmed = text.trim();
  for (const [otherText, other] of registered)
    if (other.name === name && otherText !== trimmed) throw new Error(`Two statements are named ${name}.`);
  registered.set(trimmed, { name, planned });
  return { name, text: trimmed };
}

/** How `text` was registered, or undefined for any other SQL. */
export function registrationOf(text: string): Registration | undefined {
  return registered.get(text);
}

/** A value that a statement takes for a parameter. */
export type SqlValue = string | number | boolean | Date | null | readonly string[] | readonly number[];
