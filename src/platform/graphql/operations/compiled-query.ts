import {
  BREAK,
  getOperationAST,
  GraphQLSchema,
  isEnumType,
  isSpecifiedScalarType,
  Kind,
  OperationTypeNode,
  visit,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';

type CompilerOptions = NonNullable<Parameters<typeof compileQuery>[3]>;

/** Compiles documents into functions that run them. */
export class QueryCompiler {
  private readonly schema: GraphQLSchema;
  private mutations: GraphQLSchema | undefined;
  private readonly options: CompilerOptions;

  constructor(schema: GraphQLSchema) {
    this.schema = schema;
    this.options = { customSerializers: shownAsTheyAre(schema) };
  }

  /** Returns undefined for what cannot be compiled: graphql-js, which can answer it, runs it instead. */
  compiled(document: DocumentNode, name: string | undefined): CompiledQuery | undefined {
    if (isBeyondCompiler(document)) return undefined;
    const operation = getOperationAST(document, name);
    const result =
      operation && isSingleMutation(operation)
        ? compileQuery(this.mutationsAsQueries(), withQuery(document, operation), name, this.options)
        : compileQuery(this.schema, document, name, this.options);
    return isCompiledQuery(result) ? result : undefined;
  }

  /** Returns the same schema with its mutations as queries; created on demand, as some compilers never need it. */
  private mutationsAsQueries(): GraphQLSchema {
    if (this.mutations === undefined) {
      const config = this.schema.toConfig();
      this.mutations = new GraphQLSchema({ ...config, query: config.mutation, mutation: null, assumeValid: true });
    }
    return this.mutations;
  }
}

/**
 * Checks whether an operation is a mutation of one field, for which order does not matter. It is compiled as a query of
 * the mutations: for mutations the compiler writes functions to properties, so that V8 would keep each request until
 * the whole heap is collected.
 */
function isSingleMutation({ operation, selectionSet: { selections } }: OperationDefinitionNode): boolean {
  const isField = selections.length === 1 && selections[0]?.kind === Kind.FIELD;
  return operation === OperationTypeNode.MUTATION && isField;
}

function withQuery(document: DocumentNode, operation: OperationDefinitionNode): DocumentNode {
  const query = { ...operation, operation: OperationTypeNode.QUERY };
  return { ...document, definitions: document.definitions.map((one) => (one === operation ? query : one)) };
}

/**
 * Checks whether the compiler would run a document incorrectly, so that it is never compiled. The compiler keeps one
 * condition per field of a fragment, even if the fragment is spread under different conditions; it requires a non-null
 * variable even if that has a default; it writes results as object literals, in which `__proto__` is no property; and it
 * finds a variable that was not sent if every object has a property of its name, such as `constructor`.
 */
export function isBeyondCompiler(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Directive({ name }) {
      if (name.value === 'skip' || name.value === 'include') found = true;
      return found ? BREAK : undefined;
    },
    Field({ alias }) {
      if (alias?.value === '__proto__') found = true;
      return found ? BREAK : undefined;
    },
    VariableDefinition({ variable: { name }, type, defaultValue }) {
      if (type.kind === Kind.NON_NULL_TYPE && defaultValue !== undefined) found = true;
      if (Object.hasOwn(Object.prototype, name.value)) found = true;
      return found ? BREAK : undefined;
    },
  });
  return found;
}

/**
 * Returns serializers that show strings, numbers and enums of resolvers unchanged: TypeScript has checked them. Custom
 * scalars are serialized as usual. The compiler's own option for that (`disableLeafSerialization`) reads each property
 * three times, which created three cursors for each edge.
 */
function shownAsTheyAre(schema: GraphQLSchema): Record<string, (value: unknown) => unknown> {
  const types = Object.values(schema.getTypeMap());
  const checked = types.filter((type) => isEnumType(type) || isSpecifiedScalarType(type));
  return Object.fromEntries(checked.map(({ name }) => [name, (value: unknown) => value]));
}
