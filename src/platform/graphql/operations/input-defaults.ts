import {
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';
import { isFields } from '../../../kernel/fields.ts';

/** Checks whether a value of a type can lack a field that may not be null and has a default, at any depth. */
export function canLackDefaults(type: GraphQLInputType, seen: ReadonlySet<unknown> = new Set()): boolean {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || seen.has(named)) return false;
  const passed = new Set([...seen, named]);
  return Object.values(named.getFields()).some((field) => hasDefault(field) || canLackDefaults(field.type, passed));
}

/** Returns the value with those defaults: the compiler requires such fields. What is wrong with it remains wrong. */
export function withInputDefaults(value: unknown, type: GraphQLInputType): unknown {
  if (value === null || value === undefined) return value;
  if (isNonNullType(type)) return withInputDefaults(value, type.ofType);
  if (isListType(type))
    return Array.isArray(value)
      ? value.map((item) => withInputDefaults(item, type.ofType))
      : withInputDefaults(value, type.ofType);
  if (!isInputObjectType(type) || !isFields(value) || Array.isArray(value)) return value;
  const completed: Record<string, unknown> = { ...value };
  for (const field of Object.values(type.getFields())) {
    const { name } = field;
    if (Object.hasOwn(value, name) && value[name] !== undefined)
      completed[name] = withInputDefaults(value[name], field.type);
    else if (hasDefault(field)) completed[name] = field.defaultValue;
  }
  return completed;
}

function hasDefault(field: GraphQLInputField): boolean {
  return isNonNullType(field.type) && !isRequiredInputField(field);
}
