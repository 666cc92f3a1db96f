import { createHash } from 'node:crypto';
import type { Filter } from './keyset-filter.ts';
import { statementLike, type SqlValue, type Statement } from './statement.ts';

export type ListStatement<Row> = Statement<Row, readonly SqlValue[]>;

/**
 * Maximum number of statements of a list that each connection prepares (ours): selected columns, filters and direction
 * multiply, and clients choose them.
 */
const STATEMENTS_MAX = 256;
/** Maximum length of a statement's name: with the prefix for partners, PostgreSQL's. */
const NAME_LENGTH_MAX = 56;
const DIGEST_LENGTH = 12;

/** Names the statements of a list, and counts those that are kept. */
export class ListStatements {
  private readonly list: string;
  private kept = 0;

  constructor(list: string) {
    this.list = list;
  }

  /** Statements beyond the maximum are not kept, and are parsed each time. */
  remember<Row>(
    statements: Map<string, ListStatement<Row>>,
    kind: readonly string[],
    { names, plan }: Filter,
    text: () => string,
  ): ListStatement<Row> {
    const variant = [...kind, ...names].join('_');
    const remembered = statements.get(variant);
    if (remembered !== undefined) return remembered;
    const name = shortName(`${this.list}_${variant}`);
    if (this.kept >= STATEMENTS_MAX) return { name, text: text(), plan, isPrepared: false };
    const added = statementLike<Row>({}, { name, text: text(), plan });
    statements.set(variant, added);
    this.kept += 1;
    return added;
  }
}

/** Shortens a name: PostgreSQL would take two statements for one if they differ only after 63 characters. */
function shortName(name: string): string {
  if (name.length <= NAME_LENGTH_MAX) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGEST_LENGTH);
  return `${name.slice(0, NAME_LENGTH_MAX - DIGEST_LENGTH - 1)}_${digest}`;
}
