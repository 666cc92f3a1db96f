import {
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLScalarType,
  type SelectionSetNode,
} from 'graphql';
import { capitalized, isCapitalized } from './capitalized.ts';
import { durationText } from '../../kernel/duration.ts';
import { isFields } from '../../kernel/fields.ts';
import type { Spelling } from './rest-row.ts';

/** The shape of a selection's result: values are written and described by it. */
export type Shape = { readonly isNullable: boolean } & (
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Shape> }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'leaf'; readonly type: GraphQLScalarType | GraphQLEnumType; readonly field: string }
);

/** Returns the shape of a root field's result; for a union, of its success, which the document selects from. */
export function resultShape(type: GraphQLOutputType, { selectionSet }: FieldNode): Shape {
  const named = getNamedType(type);
  if (!isUnionType(named) || selectionSet === undefined) return shapeOf(type, { name: '', selectionSet });
  const success = selectionSet.selections.find((selection) => selection.kind === Kind.INLINE_FRAGMENT);
  const member = named.getTypes().find(({ name }) => name === success?.typeCondition?.name.value);
  if (success === undefined || member === undefined) throw new Error(`A row selects no success of ${named.name}.`);
  return objectShape(member, success.selectionSet, false);
}

interface Selected {
  readonly name: string;
  readonly selectionSet: SelectionSetNode | undefined;
}

function shapeOf(type: GraphQLOutputType, selected: Selected): Shape {
  const isNullable = !isNonNullType(type);
  const nullable = getNullableType(type);
  if (isListType(nullable)) return { kind: 'list', isNullable, item: shapeOf(nullable.ofType, selected) };
  if (isObjectType(nullable)) return objectShape(nullable, selected.selectionSet, isNullable);
  if (isEnumType(nullable) || !('getFields' in nullable || 'getTypes' in nullable))
    return { kind: 'leaf', isNullable, type: nullable, field: selected.name };
  throw new Error(`A row selects ${String(type)}, which has no one shape.`);
}

function objectShape(type: GraphQLObjectType, selected: SelectionSetNode | undefined, isNullable: boolean): Shape {
  const fields = (selected?.selections ?? []).filter((selection) => selection.kind === Kind.FIELD);
  const members = fields.map(({ alias, name, selectionSet }) => {
    const field = type.getFields()[name.value];
    if (field === undefined) throw new Error(`A row selects ${name.value} of ${type.name}, which has none.`);
    return [(alias ?? name).value, shapeOf(field.type, { name: name.value, selectionSet })] as const;
  });
  return { kind: 'object', isNullable, members: new Map(members) };
}

/** Returns the shape of a part, by its dotted path, without some of its members. */
export function partOf(shape: Shape, way: string, without: readonly string[] = []): Shape {
  const part = partAt(shape, way);
  if (part.kind !== 'object') return part;
  return { ...part, members: new Map([...part.members].filter(([name]) => !without.includes(name))) };
}

function partAt(shape: Shape, way: string): Shape {
  return (way === '' ? [] : way.split('.')).reduce<Shape>((holder, name) => {
    const part = holder.kind === 'object' ? holder.members.get(name) : undefined;
    if (part === undefined) throw new Error(`A row shows ${way}, which its document does not select.`);
    return part;
  }, shape);
}

/** Converts a value to its form over REST, with members in the order of the selection. */
export type Write = (value: unknown) => unknown;

/** Returns the writer of a shape's values; it is created once, as a page has hundreds. */
export function writerOf(shape: Shape, spelling: Spelling): Write {
  const write = writerOfSome(shape, spelling);
  const isZeroed = shape.kind === 'leaf' && spelling.zeroed?.includes(shape.field) === true;
  const nothing = isZeroed ? durationText(0) : undefined;
  return (value) => (value === null || value === undefined ? (nothing ?? value) : write(value));
}

/** The same for values that are not null. */
function writerOfSome(shape: Shape, spelling: Spelling): Write {
  switch (shape.kind) {
    case 'list': {
      const write = writerOf(shape.item, spelling);
      return (value) => (Array.isArray(value) ? value.map(write) : value);
    }
    case 'object':
      return fieldsWriter(shape.members, spelling);
    case 'leaf':
      return leafWriter(shape, spelling);
  }
}

function fieldsWriter(members: ReadonlyMap<string, Shape>, spelling: Spelling): Write {
  const writers = [...members].map(([name, shape]) => ({
    name,
    write: writerOf(shape, spelling),
    isOptional: spelling.optional?.includes(name) === true,
  }));
  return (value) => {
    if (!isFields(value)) return value;
    const fields: Record<string, unknown> = {};
    for (const { name, write, isOptional } of writers) {
      const member = value[name];
      if (!isOptional || (member !== null && member !== undefined)) fields[name] = write(member);
    }
    return fields;
  };
}

function leafWriter(
  { type, field }: { readonly type: GraphQLScalarType | GraphQLEnumType; readonly field: string },
  spelling: Spelling,
): Write {
  const ofText = (write: (text: string) => unknown): Write => {
    return (value) => (typeof value === 'string' ? write(value) : value);
  };
  if (type.name === 'Decimal') return ofText((text) => JSON.rawJSON(text));
  if (spelling.midnights?.includes(field) === true) return ofText((text) => `${text}T00:00:00Z`);
  if (spelling.sevenDecimals?.includes(field) === true) return ofText(withSevenDecimals);
  if (spelling.zoneless?.includes(field) === true) return ofText((text) => text.replace(/Z$/, ''));
  return isCapitalized(type, spelling) ? ofText(capitalized) : (value) => value;
}

function withSevenDecimals(instant: string): string {
  const [seconds = '', fraction = ''] = instant.replace(/Z$/, '').split('.');
  return `${seconds}.${fraction.padEnd(7, '0')}Z`;
}
