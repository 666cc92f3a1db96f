import type { EntityName } from '@mikro-orm/core';
import { insertionParts, type StatementParts } from './compiled.ts';

interface SelectedOptions {
  /** Columns by the names of properties; each is a parameter, or what `given` says for it. */
  readonly columns: readonly string[];
  /** What the names of the parameters begin with. */
  readonly prefix?: string;
  /** Expressions in place of parameters, by the names of properties. */
  readonly given?: Readonly<Record<string, string>>;
  /** From where, and where. */
  readonly from: string;
}

/** One statement of several parts, which share their parameters: each has one number, however often it is named. */
export class Composition {
  private readonly parameters: string[] = [];

  /** The place of a parameter, such as `$3`. */
  place(name: string): string {
    const known = this.parameters.indexOf(name);
    return `$${known === -1 ? this.parameters.push(name) : known + 1}`;
  }

  /** An insert of a row for each that is selected. */
  insertion(entity: EntityName, { columns, prefix = '', given = {}, from }: SelectedOptions): string {
    const [into] = insertionParts(entity, columns)().text.split(' values ', 1);
    const values = columns.map((column) => given[column] ?? this.place(prefix + column));
    return `${into} select ${values.join(', ')} ${from}`;
  }

  /** @param text what it is put together to */
  parts(text: string): StatementParts {
    return { text, parameters: this.parameters };
  }
}
