/**
 * A hot statement, written by hand and known by name. On PostgreSQL it is prepared once per connection, so that it is
 * parsed and planned once; MikroORM's own SQL has its values written into the text and cannot be.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const namesByText = new Map<string, string>();

/**
 * Registers a statement.
 * @throws Error when the name is taken by another text: the two would be mixed up on a connection
 */
export function statement(name: string, text: string): Statement {
  const trimmed = text.trim();
  for (const [otherText, otherName] of namesByText)
    if (otherName === name && otherText !== trimmed) throw new Error(`Two statements are named ${name}.`);
  namesByText.set(trimmed, name);
  return { name, text: trimmed };
}

/** The name under which `text` was registered, or undefined for any other SQL. */
export function statementName(text: string): string | undefined {
  return namesByText.get(text);
}

/** A value that a statement takes for a parameter. */
export type SqlValue = string | number | boolean | Date | null | readonly string[] | readonly number[];
