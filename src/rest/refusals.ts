import { getNamedType, isObjectType, isUnionType, type GraphQLSchema, type GraphQLUnionType } from 'graphql';

/** Interface that all refusals implement. */
const REFUSAL = 'DomainError';

/** Returns the result union of a mutation; undefined for other fields. */
export function unionOf(schema: GraphQLSchema, field: string): GraphQLUnionType | undefined {
  const { type } = schema.getMutationType()?.getFields()[field] ?? {};
  const named = type && getNamedType(type);
  return isUnionType(named) ? named : undefined;
}

/** Returns the names of a union's refusal types. */
export function refusalsOf(union: GraphQLUnionType): readonly string[] {
  return union.getTypes().flatMap((type) => (isRefusal(type) ? [type.name] : []));
}

/** Returns the fragment for `...Refusal` in a row's document: all refusals of the union, with all their fields. */
export function refusalFragment(union: GraphQLUnionType): string {
  const members = union.getTypes().flatMap((type) => {
    if (!isRefusal(type)) return [];
    const fields = Object.values(type.getFields()).map((field) => {
      const named = getNamedType(field.type);
      return isObjectType(named) ? `${field.name} { ${Object.keys(named.getFields()).join(' ')} }` : field.name;
    });
    return [`... on ${type.name} { __typename ${fields.join(' ')} }`];
  });
  return `fragment Refusal on ${union.name} { ${members.join(' ')} }`;
}

function isRefusal(type: unknown): boolean {
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === REFUSAL);
}
