import type { EntityName } from '@mikro-orm/core';
import { insertInto, madeLater, once, type StatementParts, type Usage } from './compiled.ts';
import type { Statement } from './statement.ts';

interface SelectedOptions {
  /** Columns by name of the property; each value is a parameter, or the expression in `given`. */
  readonly columns: readonly string[];
  /** The group of the parameters, see `StatementValues`. */
  readonly group?: string | undefined;
  /** Expressions in place of parameters, by name of the property. */
  readonly given?: Readonly<Record<string, string>>;
  /** The clauses from `from` on. */
  readonly from: string;
}

/** A query of a `with` clause. A materialized one is executed once, and not merged into the queries that read it. */
type WithQuery = string | { readonly materialized: string };

/** Makes a statement from several queries of entities, compiled once, when it is first needed. */
export function composed<Row, Given>(
  name: string,
  usage: Usage,
  compose: (composition: Composition) => StatementParts,
): Statement<Row, Given> {
  return madeLater(
    name,
    usage,
    once(() => compose(new Composition())),
  );
}

/** A statement of several queries that share their parameters: each has one number, however often it is used. */
export class Composition {
  private readonly parameters: string[] = [];

  /** Returns the placeholder of a parameter, such as `$3`. */
  parameter(ofItself: string, group?: string): string {
    const name = group === undefined ? ofItself : `${group}.${ofItself}`;
    const known = this.parameters.indexOf(name);
    return `$${known === -1 ? this.parameters.push(name) : known + 1}`;
  }

  /** Returns an insert of one row for each row that is selected. */
  insertion(entity: EntityName, { columns, group, given = {}, from }: SelectedOptions): string {
    const values = columns.map((column) => given[column] ?? this.parameter(column, group));
    return `${insertInto(entity, columns)} select ${values.join(', ')} ${from}`;
  }

  /** Returns a statement of queries that are read by their names (`with`), and the query whose rows it returns. */
  with(queries: Readonly<Record<string, WithQuery>>, returned: string): StatementParts {
    const named = Object.entries(queries).map(([name, query]) =>
      typeof query === 'string' ? `${name} as (${query})` : `${name} as materialized (${query.materialized})`,
    );
    return this.parts(`with ${named.join(', ')} ${returned}`);
  }

  /** @param text the complete statement */
  parts(text: string): StatementParts {
    return { text, parameters: this.parameters };
  }
}
