import { getNamedType, getNullableType, isObjectType, type GraphQLObjectType } from 'graphql';
import { isTooManyBytes } from '../graphql/errors/answer-size.ts';
import type { Output } from './json-output.ts';
import type { Selected, Selections } from '../graphql/documents/selections.ts';
import { columnValue, VALUE_BYTES, writeValue, type ColumnValue } from './column-values.ts';
import type { ReceivedPage } from './received-page.ts';
import type { WritableList } from '../statements/byte-page.ts';

/** A value of a row, and the constant text before it. All steps have the same shape. */
interface Step {
  readonly before: Buffer;
  /** Undefined for the owner as its field shows it, and for a cursor. */
  readonly value: ColumnValue | undefined;
  readonly isOwner: boolean;
  /** Index of its column in the row. */
  nth: number;
}

/** Maximum size in JSON of one byte of text: `\u0000`. */
const ESCAPED_BYTES_MAX = 6;
/** Room for a cursor; a longer one makes room for itself. */
const CURSOR_BYTES = 256;
const COMMA = 0x2c;

/** Writes the rows of a page as its `nodes` or `edges`; shared by all pages. */
export class RowWriter {
  /** The fields that show the owner, in the order of the row. */
  readonly owners: Selected[] = [];
  /** Whether everything that is selected of a row can be written from its columns. */
  readonly isWhole: boolean;
  private readonly steps: Step[] = [];
  private text = '';
  private readonly rest: Buffer;
  private readonly selections: Selections;
  private readonly shown: WritableList['shown'];

  constructor(selections: Selections, { field, nodes }: Selected, shown: WritableList['shown']) {
    this.selections = selections;
    this.shown = shown;
    const type = field && getNamedType(field.type);
    this.isWhole = isObjectType(type) && this.object(type, nodes, field?.name === 'edges' ? undefined : '');
    this.rest = Buffer.from(this.text);
  }

  get columns(): readonly string[] {
    return this.steps.flatMap(({ value }) => value?.column ?? []);
  }

  /** Sets which columns each row will have. */
  expect(columns: readonly string[]): void {
    for (const step of this.steps) step.nth = columns.indexOf(step.value?.column ?? '');
  }

  /** Writes the list, with the owner as each of its fields in a row shows it; stops where no answer is that large. */
  append(out: Output, page: ReceivedPage, owners: readonly Buffer[]): void {
    const { steps, rest } = this;
    const { rows } = page;
    const room = [...steps.map(({ before }) => before), rest, ...owners].reduce(
      (sum, { length }) => sum + length + VALUE_BYTES,
      CURSOR_BYTES,
    );
    out.text('[');
    for (let place = 0; place < rows.count && !isTooManyBytes(out.length); place += 1) {
      out.room(ESCAPED_BYTES_MAX * rows.find(page.rowAt(place)) + room);
      if (place > 0) out.byte(COMMA);
      let owner = 0;
      for (const step of steps) {
        out.raw(step.before, 0, step.before.length);
        if (step.value !== undefined) writeValue(out, step.value, rows, step.nth);
        else if (step.isOwner) out.raw(owners[owner] ?? rest, 0, owners[owner++]?.length ?? 0);
        else out.text(`"${page.cursorOfFound()}"`);
      }
      out.raw(rest, 0, rest.length);
    }
    out.text(']');
  }

  /** @param path of the object below the node, with a trailing dot; undefined for an edge */
  private object(type: GraphQLObjectType, nodes: Selected['nodes'], path: string | undefined): boolean {
    const fields = this.selections.of(type, nodes);
    const isWhole = fields.every((selected, nth) => {
      this.text += `${nth === 0 ? '{' : ','}"${selected.key}":`;
      if (selected.field !== undefined) return this.field(selected, selected.field, path);
      this.text += `"${type.name}"`;
      return true;
    });
    this.text += '}';
    return isWhole;
  }

  private field(selected: Selected, { name, type }: NonNullable<Selected['field']>, path: string | undefined): boolean {
    const { columns, owner } = this.shown;
    const below = getNullableType(type);
    if (path === undefined && name === 'cursor') return this.add({});
    if (path === undefined) return isObjectType(below) && this.object(below, selected.nodes, '');
    const place = path + name;
    if (place === owner) return this.owners.push(selected) > 0 && this.add({ isOwner: true });
    if (isObjectType(below)) {
      const hasColumns = Object.keys(columns).some((column) => column.startsWith(`${place}.`));
      return hasColumns && this.object(below, selected.nodes, `${place}.`);
    }
    const column = Object.hasOwn(columns, place) ? columns[place] : undefined;
    const value = column === undefined ? undefined : columnValue(column, type);
    return value !== undefined && this.add({ value });
  }

  private add({ value, isOwner = false }: Partial<Step>): boolean {
    const before = Buffer.from(this.text);
    this.text = '';
    return this.steps.push({ before, value, isOwner, nth: -1 }) > 0;
  }
}
