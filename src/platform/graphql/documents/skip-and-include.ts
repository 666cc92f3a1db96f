import {
  Kind,
  visit,
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Operation } from './operation.ts';

/** Maximum number of combinations of values of one operation that are kept: each takes as much memory as the operation. */
export const COMBINATIONS_MAX = 4;

type Variables = Readonly<Record<string, unknown>>;
type Conditional = FieldNode | FragmentSpreadNode | InlineFragmentNode;

/** The variables in the conditions of an operation, and the operation for each combination of their values. */
interface Conditioned {
  readonly variables: readonly string[];
  readonly resolved: Map<string, Operation>;
}

const isCondition = ({ name: { value } }: DirectiveNode) => value === 'skip' || value === 'include';

/** Checks whether a document has `@skip` or `@include`. */
export function hasSkipOrInclude(document: ASTNode): boolean {
  return conditionsIn(document).length > 0;
}

/**
 * Resolves `@skip` and `@include` of operations that run often: the compilers of operations support no conditions, but
 * can compile what remains with the values that are sent.
 */
export class SkipAndInclude {
  /** Per operation; undefined if it has no conditions. */
  private readonly known = new WeakMap<OperationDefinitionNode, Conditioned | 'none'>();

  /** Returns what remains of an operation; the operation itself if it has no conditions, or if they stay in it. */
  resolved(operation: Operation, variables: Variables): Operation {
    const known = this.conditionsOf(operation);
    if (known === 'none') return operation;
    const values = known.variables.map((name) => [name, valueOf(operation, name, variables)] as const);
    const key = values.map(([, value]) => String(value)).join(' ');
    const found = known.resolved.get(key);
    if (found !== undefined) return found;
    const isKept = known.resolved.size < COMBINATIONS_MAX && values.every(([, value]) => typeof value === 'boolean');
    if (!isKept) return operation;
    const remaining = without(operation, new Map(values)) ?? operation;
    known.resolved.set(key, remaining);
    return remaining;
  }

  private conditionsOf(operation: Operation): Conditioned | 'none' {
    const known = this.known.get(operation.operation);
    if (known !== undefined) return known;
    const conditions = conditionsIn(partOf(operation));
    const variables = new Set(conditions.flatMap((directive) => variableIn(directive) ?? []));
    const made = conditions.length === 0 ? 'none' : { variables: [...variables], resolved: new Map() };
    this.known.set(operation.operation, made);
    return made;
  }
}

/** Returns an operation with all fragments of its document, and without the other operations. */
function partOf({ document, operation }: Operation): DocumentNode {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return { ...document, definitions: [operation, ...fragments] };
}

function conditionsIn(node: ASTNode): readonly DirectiveNode[] {
  const found: DirectiveNode[] = [];
  visit(node, {
    Directive(directive) {
      if (isCondition(directive)) found.push(directive);
    },
  });
  return found;
}

function variableIn({ arguments: [given] = [] }: DirectiveNode): string | undefined {
  return given?.value.kind === Kind.VARIABLE ? given.value.name.value : undefined;
}

function valueOf({ operation }: Operation, name: string, variables: Variables): unknown {
  if (Object.hasOwn(variables, name)) return variables[name];
  const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
  return definition?.defaultValue?.kind === Kind.BOOLEAN ? definition.defaultValue.value : undefined;
}

/**
 * Returns undefined if nothing would remain of an object, which only graphql-js supports. What remains is always an
 * operation of its own, even if only its fragments had conditions: operations are known by identity.
 */
function without(operation: Operation, values: ReadonlyMap<string, unknown>): Operation | undefined {
  const empty: SelectionSetNode[] = [];
  const resolve = (node: Conditional) => {
    const { directives = [] } = node;
    if (!directives.some(isCondition)) return undefined;
    if (!directives.every((directive) => isMet(directive, values))) return null;
    return { ...node, directives: directives.filter((directive) => !isCondition(directive)) };
  };
  const document = visit(partOf(operation), {
    Field: resolve,
    FragmentSpread: resolve,
    InlineFragment: resolve,
    SelectionSet: {
      leave(set) {
        if (set.selections.length === 0) empty.push(set);
      },
    },
  });
  const [remaining, ...fragments] = document.definitions;
  if (empty.length > 0 || remaining?.kind !== Kind.OPERATION_DEFINITION) return undefined;
  const own = { ...remaining };
  return { document: { ...document, definitions: [own, ...fragments] }, operation: own };
}

function isMet(directive: DirectiveNode, values: ReadonlyMap<string, unknown>): boolean {
  if (!isCondition(directive)) return true;
  const [given] = directive.arguments ?? [];
  const literal = given?.value.kind === Kind.BOOLEAN ? given.value.value : undefined;
  return (literal ?? values.get(variableIn(directive) ?? '')) === (directive.name.value === 'include');
}
