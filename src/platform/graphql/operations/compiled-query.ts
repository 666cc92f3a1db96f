import {
  BREAK,
  getOperationAST,
  GraphQLSchema,
  isEnumType,
  isInputType,
  isInputObjectType,
  isNonNullType,
  isSpecifiedScalarType,
  Kind,
  OperationTypeNode,
  typeFromAST,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type OperationDefinitionNode,
  type TypeNode,
  type ValueNode,
} from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import { COMPILED_SELECTIONS_MAX, expandedSelections } from '../documents/expanded-selections.ts';
import { canLackDefaults, withInputDefaults } from './input-defaults.ts';

/** Types whose values are written in a document as in variables. */
const WRITTEN_ALIKE: ReadonlySet<string> = new Set(['Int', 'String', 'Boolean', 'ID']);

type CompilerOptions = NonNullable<Parameters<typeof compileQuery>[3]>;

/** The compiled function of an operation. */
export type CompiledOperation = Pick<CompiledQuery, 'query'>;

/** Time spent on compiling in one turn of the event loop, in milliseconds (ours); what is left waits for its next use. */
const TURN_MS_MAX = 10;

/** Shared by all compilers of a process. */
const turn = { spentMs: 0 };

/** Checks whether there is time for compiling another document in this turn of the event loop. */
export function hasTimeToCompile(): boolean {
  return turn.spentMs < TURN_MS_MAX;
}

function timed<Compiled>(compile: () => Compiled): Compiled {
  if (turn.spentMs === 0) setImmediate(() => (turn.spentMs = 0));
  const beganAt = performance.now();
  try {
    return compile();
  } finally {
    turn.spentMs += performance.now() - beganAt;
  }
}

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
  compiled(document: DocumentNode, name: string | undefined): CompiledOperation | undefined {
    return timed(() => this.compile(document, name));
  }

  private compile(document: DocumentNode, name: string | undefined): CompiledOperation | undefined {
    if (isBeyondCompiler(this.schema, document)) return undefined;
    const operation = getOperationAST(document, name);
    const result =
      operation && isSingleMutation(operation)
        ? compileQuery(this.mutationsAsQueries(), withQuery(document, operation), name, this.options)
        : compileQuery(this.schema, document, name, this.options);
    return isCompiledQuery(result) ? { query: this.withDefaults(result.query, operation) } : undefined;
  }

  /** Sends the defaults of variables, and of fields of inputs, that may not be null: the compiler requires them. */
  private withDefaults(
    query: CompiledQuery['query'],
    operation: OperationDefinitionNode | null | undefined,
  ): CompiledQuery['query'] {
    const definitions = operation?.variableDefinitions ?? [];
    const defaults = definitions.flatMap(({ variable, type, defaultValue }) =>
      type.kind === Kind.NON_NULL_TYPE && defaultValue !== undefined
        ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const]
        : [],
    );
    const inputs = definitions.flatMap(({ variable, type: node }) => {
      const type = typeFromAST(this.schema, node);
      return isInputType(type) && canLackDefaults(type) ? [[variable.name.value, type] as const] : [];
    });
    if (defaults.length === 0 && inputs.length === 0) return query;
    const sent = Object.fromEntries(defaults);
    return (root, context, variables) => {
      const given: Record<string, unknown> = { ...sent, ...variables };
      for (const [name, type] of inputs) if (name in given) given[name] = withInputDefaults(given[name], type);
      return query(root, context, given);
    };
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

/** Checks whether a default can be sent as a variable: it is an enum value, or of a type whose values are written alike. */
function canBeSent(type: TypeNode, { kind }: Pick<ValueNode, 'kind'>): boolean {
  if (type.kind === Kind.NON_NULL_TYPE) return canBeSent(type.type, { kind });
  return kind === Kind.ENUM || (type.kind === Kind.NAMED_TYPE && WRITTEN_ALIKE.has(type.name.value));
}

function withQuery(document: DocumentNode, operation: OperationDefinitionNode): DocumentNode {
  const query = { ...operation, operation: OperationTypeNode.QUERY };
  return { ...document, definitions: document.definitions.map((one) => (one === operation ? query : one)) };
}

/**
 * Checks whether a document is never compiled. It may be too large once it is expanded, or the compiler would run it
 * incorrectly:
 * - it keeps one condition per field of a fragment, even if the fragment is spread under different conditions;
 * - it requires a non-null variable even if that has a default, which only some types allow to send;
 * - it writes results as object literals, in which `__proto__` is no property;
 * - it finds a variable that was not sent if every object has a property of its name, such as `constructor`;
 * - it omits the variables in an object that is given for a scalar, and copies what the scalar makes of the object;
 * - it passes null to a field or item of an input that may not be null, if the variable may be.
 */
export function isBeyondCompiler(schema: GraphQLSchema, document: DocumentNode): boolean {
  let found = expandedSelections(schema, document) > COMPILED_SELECTIONS_MAX;
  const note = (isBeyond: boolean) => {
    found ||= isBeyond;
    return found ? BREAK : undefined;
  };
  const types = new TypeInfo(schema);
  const nullable = nullableVariablesIn(document);
  const isNullable = (value: ValueNode) => value.kind === Kind.VARIABLE && nullable.has(value.name.value);
  const visitor = visitWithTypeInfo(types, {
    Directive: ({ name }) => note(name.value === 'skip' || name.value === 'include'),
    Field: ({ alias }) => note(alias?.value === '__proto__'),
    VariableDefinition: ({ variable: { name }, type, defaultValue }) =>
      note(
        (type.kind === Kind.NON_NULL_TYPE && defaultValue !== undefined && !canBeSent(type, defaultValue)) ||
          Object.hasOwn(Object.prototype, name.value),
      ),
    ObjectValue() {
      const type = types.getInputType();
      return note(!isInputObjectType(isNonNullType(type) ? type.ofType : type));
    },
    ObjectField: ({ value }) => note(isNullable(value) && isNonNullType(types.getInputType())),
    ListValue: ({ values }) => note(values.some(isNullable) && isNonNullType(types.getInputType())),
  });
  if (!found) visit(document, visitor);
  return found;
}

/** Returns the names of variables that may be null in some operation. */
function nullableVariablesIn({ definitions }: DocumentNode): ReadonlySet<string> {
  const variables = definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );
  const nullable = variables.filter(({ type }) => type.kind !== Kind.NON_NULL_TYPE);
  return new Set(nullable.map(({ variable }) => variable.name.value));
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
