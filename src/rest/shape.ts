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
import { durationText } from '../kernel/duration.ts';
import { isFields } from '../kernel/fields.ts';
import type { Spelling } from './rest-row.ts';

/** What a selection gives: values are written by it, and described by it. */
export type Shape = { readonly isNullable: boolean } & (
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Shape> }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'leaf'; readonly type: GraphQLScalarType | GraphQLEnumType; readonly field: string }
);

/** The shape of a root field's result; of a union that of its success, which is what the document selects fields of. */
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

/** The shape of a part, by its dotted way, without some of its members. */
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

/** A value as it is written over REST, with its members in the order of the selection. */
export function written(value: unknown, shape: Shape, spelling: Spelling): unknown {
  if (value === null || value === undefined)
    return shape.kind === 'leaf' && spelling.zeroed?.includes(shape.field) === true ? durationText(0) : value;
  switch (shape.kind) {
    case 'list':
      return Array.isArray(value) ? value.map((item: unknown) => written(item, shape.item, spelling)) : value;
    case 'object':
      return isFields(value) ? writtenFields(value, shape.members, spelling) : value;
    case 'leaf':
      return writtenLeaf(value, shape, spelling);
  }
}

function writtenFields(
  value: Readonly<Record<string, unknown>>,
  members: ReadonlyMap<string, Shape>,
  spelling: Spelling,
): object {
  const { optional = [] } = spelling;
  const entries = [...members]
    .filter(([name]) => !(optional.includes(name) && (value[name] ?? null) === null))
    .map(([name, shape]) => [name, written(value[name], shape, spelling)] as const);
  return Object.fromEntries<unknown>(entries);
}

function writtenLeaf(
  value: unknown,
  { type, field }: { readonly type: GraphQLScalarType | GraphQLEnumType; readonly field: string },
  spelling: Spelling,
): unknown {
  if (typeof value !== 'string') return value;
  if (type.name === 'Decimal') return JSON.rawJSON(value);
  if (spelling.zoneless?.includes(field) === true) return value.replace(/Z$/, '');
  return isCapitalized(type, spelling) ? capitalized(value) : value;
}
