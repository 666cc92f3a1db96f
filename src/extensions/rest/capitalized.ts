import { isEnumType, type GraphQLEnumType, type GraphQLType } from 'graphql';
import type { Spelling } from './rest-row.ts';

/** Returns `Success` for SUCCESS. */
export function capitalized(name: string): string {
  return name.charAt(0) + name.slice(1).toLowerCase();
}

/** Whether only the first letter of a type's values is a capital. */
export function isCapitalized(type: GraphQLType, { capitalized: types = [] }: Spelling): type is GraphQLEnumType {
  return isEnumType(type) && types.includes(type.name);
}

/** Returns the values of an enum in the spelling of the partner API. */
export function spelledValues(type: GraphQLEnumType, spelling: Spelling): readonly string[] {
  const names = type.getValues().map(({ name }) => name);
  return isCapitalized(type, spelling) ? names.map(capitalized) : names;
}
