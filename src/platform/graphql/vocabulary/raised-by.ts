import { isUnionType, type GraphQLSchema } from 'graphql';

/** The mutations whose result may be an error, by the name of the error's type; sorted. */
export function raisedBy(schema: GraphQLSchema): ReadonlyMap<string, readonly string[]> {
  const pairs = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, type }) =>
    isUnionType(type) ? type.getTypes().map((member) => ({ member: member.name, mutation: name })) : [],
  );
  const byMember = Map.groupBy(pairs, ({ member }) => member);
  return new Map([...byMember].map(([member, group]) => [member, group.map(({ mutation }) => mutation).toSorted()]));
}
