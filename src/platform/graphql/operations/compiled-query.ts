import { BREAK, isEnumType, isSpecifiedScalarType, Kind, visit, type DocumentNode, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';

/** What the compiler is told. */
type CompilerOptions = NonNullable<Parameters<typeof compileQuery>[3]>;

/** Makes functions that run documents. */
export class QueryCompiler {
  private readonly schema: GraphQLSchema;
  private readonly options: CompilerOptions;

  constructor(schema: GraphQLSchema) {
    this.schema = schema;
    this.options = { customSerializers: shownAsTheyAre(schema) };
  }

  /** Undefined for what cannot be compiled: it stays with graphql-js, which knows how to answer it. */
  compiled(document: DocumentNode, name: string | undefined): CompiledQuery | undefined {
    if (isBeyondCompiler(document)) return undefined;
    const result = compileQuery(this.schema, document, name, this.options);
    return isCompiledQuery(result) ? result : undefined;
  }
}

/**
 * Whether the compiler would get a document wrong, so that it is never compiled. It keeps one condition for each field
 * of a fragment, even where the fragment is spread in places of different conditions; and it demands a variable that
 * may not be null although its default stands in for it.
 */
export function isBeyondCompiler(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Directive({ name }) {
      if (name.value === 'skip' || name.value === 'include') found = true;
      return found ? BREAK : undefined;
    },
    VariableDefinition({ type, defaultValue }) {
      if (type.kind === Kind.NON_NULL_TYPE && defaultValue !== undefined) found = true;
      return found ? BREAK : undefined;
    },
  });
  return found;
}

/**
 * What resolvers give for text, numbers and enums is shown as it is: the compiler of our own code has checked it. Custom
 * scalars are serialized as usual. The compiler's own option for that (`disableLeafSerialization`) reads
 * each property three times, which made three cursors for each edge.
 */
function shownAsTheyAre(schema: GraphQLSchema): Record<string, (value: unknown) => unknown> {
  const types = Object.values(schema.getTypeMap());
  const checked = types.filter((type) => isEnumType(type) || isSpecifiedScalarType(type));
  return Object.fromEntries(checked.map(({ name }) => [name, (value: unknown) => value]));
}
