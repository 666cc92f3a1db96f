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
import type { ListToWrite, ShownColumn } from '../paging/page-reading.ts';
import type { Selected, SelectedField, Selections } from './selection.ts';

/** How a value of a row is written. */
export const ValueKind = {
  STRING: 0,
  /** As it is. */
  NUMBER: 1,
  INSTANT: 2,
  /** Made of the text of the column by a function. */
  MADE: 3,
  CURSOR: 4,
  /** The object whose list it is, as its field shows it. */
  OWNER: 5,
} as const;
export type ValueKind = (typeof ValueKind)[keyof typeof ValueKind];

/** A value of a row, where something is written that is not the same for all rows. All are of one shape. */
export interface Value {
  readonly kind: ValueKind;
  /** Empty for what lies in none. */
  readonly column: string;
  readonly isNullable: boolean;
  /** JSON for the text of the column. */
  readonly write: (text: string) => string;
  /** The field that shows the owner. */
  readonly selected: SelectedField | undefined;
}

/** How a row is written: texts that are the same for all rows, and values between them. */
export type RowProgram = readonly (string | Value)[];

const NO_COLUMN = { column: '', isNullable: false, write: String, selected: undefined };

/** How the text that PostgreSQL gives is shown as JSON, by the type of the field. */
const KINDS: ReadonlyMap<string, ValueKind> = new Map<string, ValueKind>([
  ...['ID', 'String', 'UUID', 'Date', 'Decimal'].map((name) => [name, ValueKind.STRING] as const),
  ...[['Int', ValueKind.NUMBER] as const, ['DateTime', ValueKind.INSTANT] as const],
]);
const MADE: ReadonlyMap<string, (text: string) => string> = new Map([
  ['Boolean', (text) => (text === 't' ? 'true' : 'false')],
  ['JSONObject', (text) => JSON.stringify(JSON.parse(text))],
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
    if (field.name === 'cursor') return this.parts.push({ ...NO_COLUMN, kind: ValueKind.CURSOR }) > 0;
    const node = getNamedType(field.type);
    return isObjectType(node) && this.object(node, nodes, '');
  }

  private ofNode(type: GraphQLObjectType, selected: Selected, path: string): boolean {
    if (!('field' in selected)) return this.typename(type);
    const { field, nodes } = selected;
    const place = path + field.name;
    if (place === this.shown.owner) return this.parts.push({ ...NO_COLUMN, kind: ValueKind.OWNER, selected }) > 0;
    const below = getNullableType(field.type);
    if (isObjectType(below)) return this.hasColumnsBelow(place) && this.object(below, nodes, `${place}.`);
    const column = Object.hasOwn(this.shown.columns, place) ? this.shown.columns[place] : undefined;
    const shown = column !== undefined && isLeafType(below) ? shownBy(column, below) : undefined;
    if (column === undefined || shown === undefined) return false;
    const isNullable = !isNonNullType(field.type);
    const name = typeof column === 'string' ? column : column.of;
    return this.parts.push({ ...NO_COLUMN, ...shown, column: name, isNullable }) > 0;
  }

  private hasColumnsBelow(place: string): boolean {
    return Object.keys(this.shown.columns).some((name) => name.startsWith(`${place}.`));
  }

  private typename({ name }: GraphQLObjectType): boolean {
    return this.parts.push(`"${name}"`) > 0;
  }
}

function shownBy(column: ShownColumn, type: GraphQLNamedOutputType): Pick<Value, 'kind' | 'write'> | undefined {
  if (typeof column === 'object') return { kind: ValueKind.MADE, write: (text) => JSON.stringify(column.as(text)) };
  if (isEnumType(type) && !type.getValues().every(({ name, value }) => name === value)) return undefined;
  const write = MADE.get(type.name);
  if (write !== undefined) return { kind: ValueKind.MADE, write };
  const kind = isEnumType(type) ? ValueKind.STRING : KINDS.get(type.name);
  return kind === undefined ? undefined : { kind, write: String };
}
