import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { INTROSPECTION_FIELDS, IntrospectionCosting } from './introspection-cost.ts';
import { PAGE_SIZE_DEFAULT } from '../paging/page.args.ts';

/** What one operation may cost at most. */
export const COST_MAX = 5_000;
/** What a mutation costs besides the objects that it answers with. */
const MUTATION_COST = 10;
/** How many items a list is taken to have when no argument says how many. */
const LIST_LENGTH_ASSUMED = 10;
/** Sizes that are remembered per operation at most; real clients ask for a handful. */
const REMEMBERED_MAX = 100;
/** Arguments that say how many items come back: a number, or a list with one item each. */
const SIZE_ARGUMENTS: readonly string[] = ['first', 'last', 'max', 'ids'];

type Variables = Readonly<Record<string, unknown>>;

/**
 * What an operation costs with given variables, told before it is run: one for each object that it may answer with,
 * scalars free, a page and what is answered about ids counted by their number, and ten more for each mutation. Of
 * fragments on several types the dearest counts. Introspection costs one for each part of the schema that it shows.
 */
export type OperationCost = (variables: Variables) => number;

/** The cost of an operation, worked out once for each combination of sizes in its variables. */
export function operationCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationCost {
  const known = new Map<string, number>();
  return (variables) => {
    const sizes = sizesOf(operation, variables);
    const key = JSON.stringify(sizes);
    let cost = known.get(key);
    if (cost === undefined) {
      cost = new Costing(schema, document, new Map(sizes)).operation(operation);
      if (known.size === REMEMBERED_MAX) known.clear();
      known.set(key, cost);
    }
    return cost;
  };
}

/** Sizes that variables stand for: those which are numbers, and the lengths of those which are lists. */
function sizesOf({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables): [string, number][] {
  return variableDefinitions.flatMap(({ variable, defaultValue }) => {
    const name = variable.name.value;
    const value = variables[name];
    const size = value === undefined && defaultValue !== undefined ? literalSize(defaultValue) : sizeOf(value);
    return size === undefined ? [] : [[name, size] satisfies [string, number]];
  });
}

function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return Array.isArray(value) ? value.length : undefined;
}

function literalSize(value: ValueNode): number | undefined {
  if (value.kind === Kind.INT) return Number(value.value);
  return value.kind === Kind.LIST ? value.values.length : undefined;
}

/** Goes through an operation once. What it met before it does not go through again, however often it is spread. */
class Costing {
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  private readonly met = new Map<SelectionSetNode, Map<string, number>>();
  private readonly schema: GraphQLSchema;
  private readonly sizes: ReadonlyMap<string, number>;
  private readonly introspection: IntrospectionCosting;

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode, sizes: ReadonlyMap<string, number>) {
    const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
    this.schema = schema;
    this.sizes = sizes;
    this.introspection = new IntrospectionCosting(schema, this.fragments);
  }

  operation({ operation, selectionSet }: OperationDefinitionNode): number {
    const root = this.schema.getRootType(operation);
    return root ? this.set(selectionSet, root, undefined) : 0;
  }

  /** @param size how many items the field that answers with `type` asks for, where it says so */
  private set(set: SelectionSetNode, type: GraphQLObjectType, size: number | undefined): number {
    const known = this.met.get(set) ?? new Map<string, number>();
    this.met.set(set, known);
    const key = `${type.name} ${size}`;
    let cost = known.get(key);
    if (cost === undefined) {
      known.set(key, 0);
      cost = set.selections.reduce((total, selection) => {
        if (selection.kind === Kind.FIELD) return total + this.field(selection, type, size);
        const spread = selection.kind === Kind.FRAGMENT_SPREAD ? this.fragments.get(selection.name.value) : selection;
        return spread !== undefined && this.applies(spread.typeCondition?.name.value, type)
          ? total + this.set(spread.selectionSet, type, size)
          : total;
      }, 0);
      known.set(key, cost);
    }
    return cost;
  }

  private applies(condition: string | undefined, type: GraphQLObjectType): boolean {
    if (condition === undefined || condition === type.name) return true;
    const general = this.schema.getType(condition);
    return isAbstractType(general) && this.schema.isSubType(general, type);
  }

  private field(node: FieldNode, parent: GraphQLObjectType, sizeOfParent: number | undefined): number {
    if (INTROSPECTION_FIELDS.includes(node.name.value)) return this.introspection.field(node);
    const field = parent.getFields()[node.name.value];
    if (field === undefined || node.selectionSet === undefined) return 0;
    const size = this.sizeAsked(node) ?? sizeUnasked(field);
    const own = parent === this.schema.getMutationType() ? MUTATION_COST : 0;
    const isList = isListType(getNullableType(field.type));
    const one = 1 + this.dearest(node.selectionSet, field, isList ? undefined : size);
    const length = size ?? sizeOfParent ?? (isPage(parent) ? PAGE_SIZE_DEFAULT : LIST_LENGTH_ASSUMED);
    return own + (isList ? one * length : one);
  }

  private dearest(set: SelectionSetNode, { type }: GraphQLField<unknown, unknown>, size: number | undefined): number {
    const named = getNamedType(type);
    if (isAbstractType(named))
      return Math.max(0, ...this.schema.getPossibleTypes(named).map((possible) => this.set(set, possible, size)));
    return isObjectType(named) ? this.set(set, named, size) : 0;
  }

  /** The size that a field's arguments ask for; one that is refused later counts as none. */
  private sizeAsked({ arguments: args = [] }: FieldNode): number | undefined {
    const sizes = args
      .filter(({ name }) => SIZE_ARGUMENTS.includes(name.value))
      .map(({ value }) => (value.kind === Kind.VARIABLE ? this.sizes.get(value.name.value) : literalSize(value)))
      .filter((size) => size !== undefined);
    return sizes.length === 0 ? undefined : Math.max(0, ...sizes);
  }
}

/** The size of a field that is asked for none, where it has one of its own. */
function sizeUnasked({ args }: GraphQLField<unknown, unknown>): number | undefined {
  return args.filter(({ name }) => SIZE_ARGUMENTS.includes(name)).map(({ defaultValue }) => sizeOf(defaultValue))[0];
}

/** Whether a type is one page of a connection, whose lists are as long as the page. */
function isPage(type: GraphQLObjectType): boolean {
  return 'pageInfo' in type.getFields();
}
