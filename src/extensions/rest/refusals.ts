import { getNamedType, isObjectType, isUnionType, type GraphQLSchema, type GraphQLUnionType } from 'graphql';

/** Interface that all refusals implement. */
const REFUSAL = 'DomainError';
/** Fields of it that REST does not show, or as something else: `documentation` is the `reference` of all errors. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['documentation', 'retryable', 'nextStep']);

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

/** Returns the fragment for `...Refusal` in a row's document: all refusals of the union, with all data that they have. */
export function refusalFragment(union: GraphQLUnionType): string {
  const members = union.getTypes().flatMap((type) => {
    if (!isRefusal(type)) return [];
    const carried = Object.values(type.getFields()).filter(({ name }) => !NOT_SHOWN.has(name));
    const fields = carried.map((field) => {
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
