import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { Spreads } from '../graphql/documents/spreads.ts';
import { INTROSPECTION_FIELDS, IntrospectionCosting } from './introspection-cost.ts';
import { kilobytesOf, kilobytesOfKey } from './kilobytes.ts';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../statements/page-window.ts';

/** Maximum cost of an operation. */
export const COST_MAX = 5_000;
/** Cost of a mutation in addition to the objects that it returns. */
const MUTATION_COST = 10;
/** Assumed number of items of a list without a size argument that declares no other by `@Extensions({ items })`. */
const LIST_LENGTH_ASSUMED = 10;
/** Maximum number of costs remembered per operation; real clients use a handful. */
const REMEMBERED_MAX = 100;
/** Arguments for the size of a page. */
const PAGE_ARGUMENTS: readonly string[] = ['first', 'last'];
/** Arguments for the number of items: a number, or a list with one element per item. */
const SIZE_ARGUMENTS: readonly string[] = [...PAGE_ARGUMENTS, 'max', 'ids'];

type Variables = Readonly<Record<string, unknown>>;

/**
 * Computes the cost of an operation before it is run: one for each object that it may return, and ten more for each
 * mutation. Pages and objects by ids count by their number. A scalar that declares `@Extensions({ kilobytes })` costs
 * one for each, one that declares `@Extensions({ cost })` as much as that; others are free. Of fragments on several types the most expensive counts. Introspection costs one for
 * each four parts of the schema that it shows.
 */
export type OperationCost = (variables: Variables) => number;

/** Returns the cost of an operation, computed once for each combination of sizes in its variables. */
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
      cost = Math.ceil(new Costing(schema, document, new Map(sizes)).operation(operation));
      if (known.size === REMEMBERED_MAX) known.clear();
      known.set(key, cost);
    }
    return cost;
  };
}

/** Returns the sizes in variables: values that are numbers, and lengths of lists. */
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

/** Visits an operation: each selection set once per type and size, however often it is spread. */
class Costing {
  private readonly spreads: Spreads;
  private readonly met = new Map<SelectionSetNode, Map<string, number>>();
  private readonly schema: GraphQLSchema;
  private readonly sizes: ReadonlyMap<string, number>;
  private readonly introspection: IntrospectionCosting;

  constructor(schema: GraphQLSchema, document: DocumentNode, sizes: ReadonlyMap<string, number>) {
    this.spreads = new Spreads(schema, document);
    this.schema = schema;
    this.sizes = sizes;
    this.introspection = new IntrospectionCosting(schema, this.spreads.fragments);
  }

  operation({ operation, selectionSet }: OperationDefinitionNode): number {
    const root = this.schema.getRootType(operation);
    return root ? this.set(selectionSet, root, undefined) : 0;
  }

  /** @param size how many items the field that returns `type` requests, if any */
  private set(set: SelectionSetNode, type: GraphQLObjectType, size: number | undefined): number {
    const known = this.met.get(set) ?? new Map<string, number>();
    this.met.set(set, known);
    const key = `${type.name} ${size}`;
    let cost = known.get(key);
    if (cost === undefined) {
      known.set(key, 0);
      cost = set.selections.reduce((total, selection) => {
        if (selection.kind === Kind.FIELD) return total + this.field(selection, type, size);
        const spread = this.spreads.of(selection, type);
        return spread === undefined ? total : total + this.set(spread, type, size);
      }, 0);
      known.set(key, cost);
    }
    return cost;
  }

  private field(node: FieldNode, parent: GraphQLObjectType, sizeOfParent: number | undefined): number {
    if (INTROSPECTION_FIELDS.includes(node.name.value)) return this.introspection.field(node);
    const field = parent.getFields()[node.name.value];
    if (field === undefined) return 0;
    if (node.selectionSet === undefined) return costOf(field) + kilobytesOf(field) + kilobytesOfKey(node);
    const size = this.requestedSize(node) ?? defaultSize(field);
    const own = parent === this.schema.getMutationType() ? MUTATION_COST : 0;
    const isList = isListType(getNullableType(field.type));
    const one = 1 + kilobytesOfKey(node) + this.dearest(node.selectionSet, field, isList ? undefined : size);
    const length = size ?? itemsOf(field) ?? sizeOfParent ?? (isPage(parent) ? PAGE_SIZE_DEFAULT : LIST_LENGTH_ASSUMED);
    return own + (isList ? one * Math.max(1, length) : one);
  }

  private dearest(set: SelectionSetNode, { type }: GraphQLField<unknown, unknown>, size: number | undefined): number {
    const named = getNamedType(type);
    if (isAbstractType(named))
      return Math.max(0, ...this.schema.getPossibleTypes(named).map((possible) => this.set(set, possible, size)));
    return isObjectType(named) ? this.set(set, named, size) : 0;
  }

  /** Returns the size that the arguments of a field request; one that is refused later counts as none. */
  private requestedSize({ arguments: args = [] }: FieldNode): number | undefined {
    const sizes = args.flatMap(({ name, value }) => {
      if (!SIZE_ARGUMENTS.includes(name.value)) return [];
      const size = value.kind === Kind.VARIABLE ? this.sizes.get(value.name.value) : literalSize(value);
      const isRefused = PAGE_ARGUMENTS.includes(name.value) && size !== undefined && size > PAGE_SIZE_MAX;
      return size === undefined || isRefused ? [] : [size];
    });
    return sizes.length === 0 ? undefined : Math.max(0, ...sizes);
  }
}

/** Returns the default size of a field that requests none, if it has one. */
function defaultSize({ args }: GraphQLField<unknown, unknown>): number | undefined {
  return args.filter(({ name }) => SIZE_ARGUMENTS.includes(name)).map(({ defaultValue }) => sizeOf(defaultValue))[0];
}

/** Returns what a scalar costs that declares `@Extensions({ cost })`, since it takes work. */
function costOf({ extensions: { cost } }: GraphQLField<unknown, unknown>): number {
  return typeof cost === 'number' ? cost : 0;
}

function itemsOf({ extensions: { items } }: GraphQLField<unknown, unknown>): number | undefined {
  return typeof items === 'number' ? items : undefined;
}

/** Checks whether a type is a page of a connection, whose lists are as long as the page. */
function isPage(type: GraphQLObjectType): boolean {
  return 'pageInfo' in type.getFields();
}
