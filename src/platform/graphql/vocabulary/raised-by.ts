import { isUnionType, type GraphQLSchema } from 'graphql';

/** Returns the mutations that can return an error, sorted, by the name of the error's type. */
export function raisedBy(schema: GraphQLSchema): ReadonlyMap<string, readonly string[]> {
  const pairs = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, type }) =>
    isUnionType(type) ? type.getTypes().map((member) => ({ member: member.name, mutation: name })) : [],
  );
  const byMember = Map.groupBy(pairs, ({ member }) => member);
  return new Map([...byMember].map(([member, group]) => [member, group.map(({ mutation }) => mutation).toSorted()]));
}
