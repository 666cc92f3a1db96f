import {
  DirectiveLocation,
  getDirectiveValues,
  GraphQLDirective,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';

/** How the schema says which scopes a field needs. */
export const REQUIRES_SCOPES = new GraphQLDirective({
  name: 'requiresScopes',
  description: 'The field needs a token that carries all scopes of one of the lists; an empty list: any valid token.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    scopes: {
      description: 'Lists of scopes; one list must be carried in full.',
      type: nonNullListOf(nonNullListOf(new GraphQLNonNull(GraphQLString))),
    },
  },
});

function nonNullListOf<Item extends GraphQLInputType>(item: Item): GraphQLNonNull<GraphQLList<Item>> {
  return new GraphQLNonNull(new GraphQLList(item));
}

/** The scopes that a field needs, all of them; undefined when it needs no token. */
export function requiredScopesOf(field: GraphQLField<unknown, unknown>): readonly string[] | undefined {
  if (!field.astNode) return undefined;
  const values = getDirectiveValues(REQUIRES_SCOPES, field.astNode);
  const lists: unknown = values?.['scopes'];
  return Array.isArray(lists) ? lists.flat().map(String) : undefined;
}
