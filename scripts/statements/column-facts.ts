import type { TreeNode } from './parse-tree.ts';

/** What the database knows besides the parse tree. */
export interface Catalogue {
  /** Whether a column of a table is declared `not null`, by the table's oid and the column's number. */
  isNotNull(table: string, column: number): boolean;
  /** The query of a view, by its oid; undefined for a table. */
  view(table: string): TreeNode | undefined;
  /** Name of a function by its oid. */
  functionName(oid: string): string;
}

/** What the parse tree says about an expression. */
export interface Facts {
  readonly isNeverNull: boolean;
  /** The texts that it can be, if it is always one of some constants. */
  readonly texts?: readonly string[];
  /** Number of the parameter that it is. */
  readonly parameter?: number;
}

export const MAYBE: Facts = { isNeverNull: false };
export const NEVER_NULL: Facts = { isNeverNull: true };

const TEXT_TYPE = '25';

/** Returns what is true of all. */
export function together(all: readonly Facts[]): Facts {
  const texts = all.flatMap((facts) => facts.texts ?? []);
  const isNeverNull = all.every((facts) => facts.isNeverNull);
  const [first, ...others] = all;
  if (first !== undefined && others.length === 0) return first;
  return all.every((facts) => facts.texts !== undefined)
    ? { isNeverNull, texts: [...new Set(texts)] }
    : { isNeverNull };
}

/** Returns what is known of a constant. */
export function constant(expression: TreeNode): Facts {
  if (expression.is('constisnull')) return { isNeverNull: false, texts: [] };
  if (expression.text('consttype') !== TEXT_TYPE) return NEVER_NULL;
  const [, ...bytes] = expression.words('constvalue').map(Number);
  // The first four are the length.
  return { isNeverNull: true, texts: [Buffer.from(bytes.slice(4)).toString()] };
}
