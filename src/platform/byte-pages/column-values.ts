import { getNullableType, isEnumType, isLeafType, isNonNullType, type GraphQLOutputType } from 'graphql';
import type { Output } from './json-output.ts';
import type { ReceivedRows } from './received-rows.ts';
import type { ShownColumn } from '../statements/byte-page.ts';

/** How the text that PostgreSQL returns for a column is written as JSON. */
const ValueKind = {
  STRING: 0,
  /** Unchanged. */
  NUMBER: 1,
  INSTANT: 2,
  DURATION: 3,
  /** Converted by a function. */
  MADE: 4,
} as const;
type ValueKind = (typeof ValueKind)[keyof typeof ValueKind];

/** A column that is written as JSON. All have the same shape. */
export interface ColumnValue {
  readonly column: string;
  readonly isNullable: boolean;
  readonly kind: ValueKind;
  readonly made: (text: string) => string;
}

const KINDS: ReadonlyMap<string, ValueKind> = new Map([
  ...['ID', 'String', 'UUID', 'Date', 'Decimal'].map((name) => [name, ValueKind.STRING] as const),
  ['Int', ValueKind.NUMBER] as const,
  ['DateTime', ValueKind.INSTANT] as const,
  ['Duration', ValueKind.DURATION] as const,
]);
const MADE: ReadonlyMap<string, (text: string) => string> = new Map([
  ['Boolean', (text) => (text === 't' ? 'true' : 'false')],
  ['JSONObject', (text) => JSON.stringify(JSON.parse(text))],
]);

/** Returns how a field shows a column; undefined if it cannot be written from PostgreSQL's text. */
export function columnValue(column: ShownColumn, type: GraphQLOutputType): ColumnValue | undefined {
  const leaf = getNullableType(type);
  if (!isLeafType(leaf)) return undefined;
  const isNullable = !isNonNullType(type);
  if (typeof column === 'object') {
    const made = (text: string) => JSON.stringify(column.as(text));
    return { column: column.of, isNullable, kind: ValueKind.MADE, made };
  }
  const isOwnName = isEnumType(leaf) && leaf.getValues().every(({ name, value }) => name === value);
  const made = MADE.get(leaf.name);
  const kind = made ? ValueKind.MADE : isOwnName ? ValueKind.STRING : KINDS.get(leaf.name);
  return kind === undefined ? undefined : { column, isNullable, kind, made: made ?? String };
}

/** Room for a value in addition to six times its bytes, such as for quotes or `false`. */
export const VALUE_BYTES = 64;
const NULL = Buffer.from('null');

/**
 * Writes the nth value of the row that was found last; there must be room for it.
 * @throws Error if it is null and its field is not nullable
 */
export function writeValue(out: Output, value: ColumnValue, { bytes, starts, ends }: ReceivedRows, nth: number): void {
  const { kind, isNullable } = value;
  const [start, end] = [starts[nth] ?? 0, ends[nth] ?? 0];
  if (end < start) {
    if (!isNullable) throw new Error(`The column ${value.column} is null, and its field may not be.`);
    out.raw(NULL, 0, NULL.length);
  } else if (kind === ValueKind.STRING) out.string(bytes, start, end);
  else if (kind === ValueKind.NUMBER) out.raw(bytes, start, end);
  else if (kind === ValueKind.INSTANT) out.instant(bytes, start, end);
  else if (kind === ValueKind.DURATION) out.duration(bytes, start, end);
  else out.text(value.made(bytes.toString('utf8', start, end)));
}
