import { printSchemaWithDirectives } from '@graphql-tools/utils';
import {
  DirectiveLocation,
  getDirectiveValues,
  GraphQLDirective,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
  isInterfaceType,
  isObjectType,
  specifiedDirectives,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { buildSchemaSync, type ClassType } from 'type-graphql';
import { checkScopes } from '../auth/auth-checker.ts';

const REQUIRES_SCOPES = new GraphQLDirective({
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

/** Resolver instances, made by the composition root with what they need. */
export type ResolverInstances = readonly object[];

/** Builds the executable schema from resolver instances. */
export function buildGatewaySchema(instances: ResolverInstances): GraphQLSchema {
  const byClass = new Map<unknown, object>(instances.map((instance) => [instance.constructor, instance]));
  const classes = instances.map((instance) => instance.constructor);
  const schema = buildSchemaSync({
    resolvers: nonEmpty(classes),
    container: { get: (resolverClass: ClassType) => byClass.get(resolverClass) },
    authChecker: checkScopes,
    directives: [...specifiedDirectives, REQUIRES_SCOPES],
    validate: false,
  });
  for (const field of fieldsOf(schema)) describeScopes(field);
  return schema;
}

/** The schema as a document, directives included. */
export function printGatewaySchema(schema: GraphQLSchema): string {
  return `${printSchemaWithDirectives(schema)}\n`;
}

/** The lists of scopes that a field demands, or undefined when it needs no token. */
export function requiredScopesOf(field: GraphQLField<unknown, unknown>): readonly string[] | undefined {
  if (!field.astNode) return undefined;
  const values = getDirectiveValues(REQUIRES_SCOPES, field.astNode);
  const lists: unknown = values?.['scopes'];
  return Array.isArray(lists) ? lists.flat().map(String) : undefined;
}

function describeScopes(field: GraphQLField<unknown, unknown>): void {
  const scopes = requiredScopesOf(field);
  if (scopes === undefined) return;
  const sentence = scopes.length === 0 ? 'Requires a token.' : `Requires scope: ${scopes.join(', ')}.`;
  field.description = `${field.description ?? ''} ${sentence}`.trim();
}

function fieldsOf(schema: GraphQLSchema): GraphQLField<unknown, unknown>[] {
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [],
  );
}

function nonEmpty<Item>([first, ...rest]: Item[]): [Item, ...Item[]] {
  if (first === undefined) throw new Error('A schema needs a resolver.');
  return [first, ...rest];
}
