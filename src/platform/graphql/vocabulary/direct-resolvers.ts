import { isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';

/** Metadata of type-graphql about a field resolver: a method of a resolver, or of the object type itself. */
type FieldResolverMetadata = ReturnType<typeof getMetadataStorage>['fieldResolvers'][number];

/**
 * Calls field resolvers directly if nothing has to run before them: they have no scope, no middleware, and no arguments
 * except parent and context. type-graphql would run each through its own chain, for every row of a page.
 */
export function callDirectly(schema: GraphQLSchema, instances: ReadonlyMap<unknown, object>): void {
  const names = new Map<unknown, string>(getMetadataStorage().objectTypes.map(({ target, name }) => [target, name]));
  for (const metadata of getMetadataStorage().fieldResolvers) {
    const type = schema.getType(names.get(metadata.getObjectType?.()) ?? '');
    const field = isObjectType(type) ? type.getFields()[metadata.schemaName] : undefined;
    const resolve = directResolver(metadata, instances.get(metadata.target));
    if (field !== undefined && resolve !== undefined) field.resolve = resolve;
  }
}

function directResolver(
  { kind, methodName, target, roles, middlewares = [], params = [] }: FieldResolverMetadata,
  instance: object | undefined,
): GraphQLFieldResolver<object, unknown> | undefined {
  const method: unknown = Reflect.get(Object(target.prototype), methodName);
  const kinds = params.toSorted((a, b) => a.index - b.index).map((param) => param.kind);
  if (typeof method !== 'function' || roles !== undefined || middlewares.length > 0) return undefined;
  const call = (on: unknown, values: readonly unknown[]): unknown => Reflect.apply(method, on, values);
  if (kind === 'internal' && kinds.length === 0) return (source) => call(source, []);
  if (instance === undefined || !kinds.every((param) => param === 'root' || param === 'context')) return undefined;
  return (source, _args, context) =>
    call(
      instance,
      kinds.map((param) => (param === 'root' ? source : context)),
    );
}
