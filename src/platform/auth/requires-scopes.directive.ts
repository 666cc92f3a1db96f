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

/** The directive that declares, in the schema, the scopes that a field requires. */
export const REQUIRES_SCOPES = new GraphQLDirective({
  name: 'requiresScopes',
  description:
    'The field requires a token with all scopes of at least one of these lists; an empty list accepts any valid token.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    scopes: {
      description: 'Lists of scopes; the token must have every scope of one list.',
      type: nonNullListOf(nonNullListOf(new GraphQLNonNull(GraphQLString))),
    },
  },
});

function nonNullListOf<Item extends GraphQLInputType>(item: Item): GraphQLNonNull<GraphQLList<Item>> {
  return new GraphQLNonNull(new GraphQLList(item));
}

/** Returns the scopes that a field requires, all of them or what grants them; undefined if it requires no token. */
export function requiredScopesOf(field: GraphQLField<unknown, unknown>): readonly string[] | undefined {
  if (!field.astNode) return undefined;
  const values = getDirectiveValues(REQUIRES_SCOPES, field.astNode);
  const lists: unknown = values?.['scopes'];
  return Array.isArray(lists) ? [lists[0]].flat().map(String) : undefined;
}
