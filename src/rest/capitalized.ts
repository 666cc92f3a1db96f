import { isEnumType, type GraphQLEnumType, type GraphQLType } from 'graphql';
import type { Spelling } from './rest-row.ts';

/** `Success` for SUCCESS. */
export function capitalized(name: string): string {
  return name.charAt(0) + name.slice(1).toLowerCase();
}

/** Whether a type's values are written with a capital first letter only. */
export function isCapitalized(type: GraphQLType, { capitalized: types = [] }: Spelling): type is GraphQLEnumType {
  return isEnumType(type) && types.includes(type.name);
}

/** The values of an enum as the partner API spells them. */
export function spelledValues(type: GraphQLEnumType, spelling: Spelling): readonly string[] {
  const names = type.getValues().map(({ name }) => name);
  return isCapitalized(type, spelling) ? names.map(capitalized) : names;
}
