import { getNamedType, isObjectType, isUnionType, type GraphQLSchema, type GraphQLUnionType } from 'graphql';

/** Name of the interface that all refusals have in common. */
const REFUSAL = 'DomainError';

/** The union that a root field gives; undefined for a field that refuses nothing. */
export function unionOf(schema: GraphQLSchema, field: string): GraphQLUnionType | undefined {
  const { type } = schema.getMutationType()?.getFields()[field] ?? {};
  const named = type && getNamedType(type);
  return isUnionType(named) ? named : undefined;
}

/** The refusals of a union, by the names of their types. */
export function refusalsOf(union: GraphQLUnionType): readonly string[] {
  return union.getTypes().flatMap((type) => (isRefusal(type) ? [type.name] : []));
}

/** The fragment that stands for `...Refusal` in a row's document: all that the union refuses, with all of its data. */
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
