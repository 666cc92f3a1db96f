/**
 * Types, scalars and rules that all parts of the schema share.
 * @packageDocumentation
 */

import { printSchemaWithDirectives } from '@graphql-tools/utils';
import { GraphQLSchema, isInterfaceType, isObjectType, type GraphQLField } from 'graphql';
import { buildSchemaSync, getMetadataStorage, type ClassType } from 'type-graphql';
import { checkScopes } from '../../auth/auth-checker.ts';
import { REQUIRES_SCOPES, requiredScopesOf } from '../../auth/requires-scopes.directive.ts';
import { alternativesOf } from '../../auth/scope.ts';
import { isSandboxOnly } from '../../auth/sandbox-only.decorator.ts';
import { callDirectly } from './direct-resolvers.ts';
import { declareIdempotentMutations } from './once-per-key.type.ts';
import { noPubSub, openByMethod } from './live-subscription.decorator.ts';

/** Resolver instances, created by the composition root with their dependencies. */
export type ResolverInstances = readonly object[];

/** Builds the executable schema from resolver instances. */
export function buildGatewaySchema(instances: ResolverInstances): GraphQLSchema {
  const byClass = new Map<unknown, object>(instances.map((instance) => [instance.constructor, instance]));
  const classes = instances.map((instance) => instance.constructor);
  sortDeclarations(classes);
  declareIdempotentMutations(classes);
  const schema = buildSchemaSync({
    resolvers: nonEmpty(classes),
    container: { get: (resolverClass: ClassType) => byClass.get(resolverClass) },
    authChecker: checkScopes,
    validate: false,
    pubSub: noPubSub,
  });
  for (const field of fieldsOf(schema)) {
    describeDemands(field);
    sortListArguments(field);
  }
  describeRoots(schema);
  callDirectly(schema, byClass);
  openByMethod(schema);
  return schema;
}

/**
 * Sorts what decorators declared: type-graphql keeps the order in which modules were loaded, so a file that moved would
 * change the schema. Arguments are reported from last to first, and sorted only when their method is first called.
 */
function sortDeclarations(classes: readonly unknown[]): void {
  const { params, objectTypes, queries, mutations, subscriptions, fieldResolvers } = getMetadataStorage();
  params.sort((one, other) => one.index - other.index);
  objectTypes.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const declared of [queries, mutations, subscriptions, fieldResolvers])
    declared.sort((one, other) => classes.indexOf(one.target) - classes.indexOf(other.target));
}

/** Arguments of a list, in the order that all lists have; others follow. */
const LIST_ARGUMENTS = ['filter', 'orderBy', 'first', 'after', 'last', 'before'];

/** Puts the arguments of a list in order: those of a class that extends another would come last. */
function sortListArguments(field: GraphQLField<unknown, unknown>): void {
  const placeOf = ({ name }: { readonly name: string }) => {
    const place = LIST_ARGUMENTS.indexOf(name);
    return place === -1 ? LIST_ARGUMENTS.length : place;
  };
  if (field.args.some(({ name }) => name === 'first'))
    field.args = field.args.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/**
 * Returns the schema as a document, with the scopes that its fields require. Introspection does not show applied
 * directives, so the directive is defined only here.
 */
export function printGatewaySchema(schema: GraphQLSchema): string {
  const { directives, ...config } = schema.toConfig();
  const documented = new GraphQLSchema({ ...config, directives: [...directives, REQUIRES_SCOPES] });
  return `${printSchemaWithDirectives(documented)}\n`;
}

/** Describes the root types; type-graphql creates them without descriptions. */
function describeRoots(schema: GraphQLSchema): void {
  const [query, mutation, subscription] = [
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ];
  if (query) query.description = 'Read operations. An invalid range, page size or cursor is a top-level error.';
  if (mutation)
    mutation.description =
      'Write operations. Each field returns a union of its success and its errors; null only after an internal failure.';
  if (subscription)
    subscription.description = 'Live operations, over WebSocket, server-sent events or multipart responses.';
}

/** Adds to the description of a field where it is served, and which token it requires. */
function describeDemands(field: GraphQLField<unknown, unknown>): void {
  if (isSandboxOnly(field)) describe(field, 'Sandbox mode only.');
  const scopes = requiredScopesOf(field);
  if (scopes === undefined) return;
  describe(
    field,
    scopes.length === 0
      ? 'Requires a token.'
      : `Requires scope: ${scopes.map((scope) => alternativesOf(scope).join(' or ')).join(', ')}.`,
  );
}

function describe(field: GraphQLField<unknown, unknown>, sentence: string): void {
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
