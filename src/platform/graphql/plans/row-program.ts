import {
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isNonNullType,
  isObjectType,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
} from 'graphql';
import type { Output } from '../../json-output.ts';
import type { ListToWrite, ShownColumn } from '../paging/page-reading.ts';
import type { Selected, SelectedField, Selections } from './selection.ts';

/** Writes a column of a row, which is the text from `start` to `end`. */
type Write = (out: Output, bytes: Buffer, ...place: readonly [start: number, end: number]) => void;

/** A value of a row, where something is written that is not the same for all rows. */
export type Value =
  | { readonly kind: 'column'; readonly column: string; readonly isNullable: boolean; readonly write: Write }
  | { readonly kind: 'cursor' }
  /** The object whose list it is, as this field shows it. */
  | { readonly kind: 'owner'; readonly selected: SelectedField };

/** How a row is written: texts that are the same for all rows, and values between them. */
export type RowProgram = readonly (string | Value)[];

/** How PostgreSQL's text of true begins. */
const LETTER_T = 0x74;

const asString: Write = (out, bytes, start, end) => {
  out.string(bytes, start, end);
};

const asNumber: Write = (out, bytes, start, end) => {
  out.raw(bytes, start, end);
};
const asInstant: Write = (out, bytes, start, end) => {
  out.instant(bytes, start, end);
};
const asBoolean: Write = (out, bytes, start) => {
  out.text(bytes[start] === LETTER_T ? 'true' : 'false');
};
const asJson: Write = (out, bytes, start, end) => {
  out.text(JSON.stringify(JSON.parse(bytes.toString('utf8', start, end))));
};

/** How the text that PostgreSQL gives is shown as JSON, by the type of the field. */
const WRITES: ReadonlyMap<string, Write> = new Map<string, Write>([
  ...['ID', 'String', 'UUID', 'Date', 'Decimal'].map((name) => [name, asString] as const),
  ...[['Int', asNumber] as const, ['DateTime', asInstant] as const],
  ...[['Boolean', asBoolean] as const, ['JSONObject', asJson] as const],
]);

/** The rows of `nodes` or `edges`; undefined where one of their fields lies in no column. */
export function rowProgram(
  selections: Selections,
  { field, nodes }: SelectedField,
  shown: ListToWrite['shown'],
): RowProgram | undefined {
  const type = getNamedType(field.type);
  const parts: (string | Value)[] = [];
  const isWhole = isObjectType(type) && new Rows(selections, shown, parts).object(type, nodes, undefined);
  return isWhole ? parts : undefined;
}

/** Goes through what is selected of a row. Each step says whether it was possible. */
class Rows {
  private readonly selections: Selections;
  private readonly shown: ListToWrite['shown'];
  private readonly parts: (string | Value)[];

  constructor(selections: Selections, shown: ListToWrite['shown'], parts: (string | Value)[]) {
    this.selections = selections;
    this.shown = shown;
    this.parts = parts;
  }

  /** @param path of the object below the node, with a dot at its end; undefined: it is an edge, or the node itself */
  object(type: GraphQLObjectType, nodes: Selected['nodes'], path: string | undefined): boolean {
    const isEdge = path === undefined && 'cursor' in type.getFields() && 'node' in type.getFields();
    const fields = this.selections.of(type, nodes);
    return fields.every((selected, nth) => {
      this.parts.push(`${nth === 0 ? '{' : ','}"${selected.key}":`);
      const isWritten = isEdge ? this.ofEdge(type, selected) : this.ofNode(type, selected, path ?? '');
      if (nth === fields.length - 1) this.parts.push('}');
      return isWritten;
    });
  }

  private ofEdge(type: GraphQLObjectType, selected: Selected): boolean {
    if (!('field' in selected)) return this.typename(type);
    const { field, nodes } = selected;
    if (field.name === 'cursor') return this.parts.push({ kind: 'cursor' }) > 0;
    const node = getNamedType(field.type);
    return isObjectType(node) && this.object(node, nodes, '');
  }

  private ofNode(type: GraphQLObjectType, selected: Selected, path: string): boolean {
    if (!('field' in selected)) return this.typename(type);
    const { field, nodes } = selected;
    const place = path + field.name;
    if (place === this.shown.owner) return this.parts.push({ kind: 'owner', selected }) > 0;
    const below = getNullableType(field.type);
    if (isObjectType(below)) return this.hasColumnsBelow(place) && this.object(below, nodes, `${place}.`);
    const column = Object.hasOwn(this.shown.columns, place) ? this.shown.columns[place] : undefined;
    const write = column !== undefined && isLeafType(below) ? writeOf(column, below) : undefined;
    if (column === undefined || write === undefined) return false;
    const isNullable = !isNonNullType(field.type);
    const name = typeof column === 'string' ? column : column.of;
    return this.parts.push({ kind: 'column', column: name, isNullable, write }) > 0;
  }

  private hasColumnsBelow(place: string): boolean {
    return Object.keys(this.shown.columns).some((name) => name.startsWith(`${place}.`));
  }

  private typename({ name }: GraphQLObjectType): boolean {
    return this.parts.push(`"${name}"`) > 0;
  }
}

function writeOf(column: ShownColumn, type: GraphQLNamedOutputType): Write | undefined {
  if (typeof column === 'object')
    return (out, bytes, start, end) => {
      out.text(JSON.stringify(column.as(bytes.toString('utf8', start, end))));
    };
  if (!isEnumType(type)) return WRITES.get(type.name);
  return type.getValues().every(({ name, value }) => name === value) ? asString : undefined;
}
