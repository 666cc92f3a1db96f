import {
  GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isType,
  isWrappingType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLType,
  type SelectionSetNode,
} from 'graphql';
import { kilobytesOfKey } from './kilobytes.ts';

/** The fields that start an introspection. */
export const INTROSPECTION_FIELDS: readonly string[] = ['__schema', '__type'];

/** Parts of the schema to visit before a document counts as too large (ours): more than the maximum cost. */
const LOOKS_MAX = 50_000;
/** Cost of a part of the schema (ours): it is read from memory, and shorter than an object. */
const PART_COST = 0.25;

/**
 * Computes the cost of introspection without running it: one for four parts of the schema, as often as they are shown. A
 * part is visited once per selection, however many paths lead to it.
 */
export class IntrospectionCosting {
  private readonly met = new Map<SelectionSetNode, Map<object, number>>();
  private looks = 0;
  private readonly schema: GraphQLSchema;
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(schema: GraphQLSchema, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.schema = schema;
    this.fragments = fragments;
  }

  /** Returns the cost of `__schema` or `__type`; for a name in a variable, that of the most expensive type. */
  field({ name, arguments: args = [], selectionSet }: FieldNode): number {
    if (selectionSet === undefined) return 0;
    if (name.value === '__schema') return this.part(this.schema, selectionSet);
    const types = this.schema.getTypeMap();
    const value = args.find((argument) => argument.name.value === 'name')?.value;
    const candidates = value?.kind === Kind.STRING ? [types[value.value]] : Object.values(types);
    return Math.max(1, ...candidates.map((type) => (type === undefined ? 0 : this.part(type, selectionSet))));
  }

  private part(at: object, set: SelectionSetNode): number {
    const known = this.met.get(set) ?? new Map<object, number>();
    this.met.set(set, known);
    let cost = known.get(at);
    if (cost === undefined) {
      this.looks += 1;
      if (this.looks > LOOKS_MAX) return LOOKS_MAX;
      // A part that is reached again while it is visited is part of a cycle, which validation refuses.
      known.set(at, 0);
      cost = PART_COST + this.below(at, set);
      known.set(at, cost);
    }
    return cost;
  }

  private below(at: object, set: SelectionSetNode): number {
    return set.selections.reduce((total, selection) => {
      if (selection.kind === Kind.FIELD) {
        const { name, selectionSet } = selection;
        const own = total + kilobytesOfKey(selection);
        if (selectionSet === undefined) return own;
        return partsOf(this.schema, at, name.value).reduce((sum, part) => sum + this.part(part, selectionSet), own);
      }
      const spread = selection.kind === Kind.FRAGMENT_SPREAD ? this.fragments.get(selection.name.value) : selection;
      return spread === undefined ? total : total + this.below(at, spread.selectionSet);
    }, 0);
  }
}

/** Returns the parts of the schema that a field of introspection shows. Deprecated ones count, requested or not. */
function partsOf(schema: GraphQLSchema, at: object, field: string): readonly object[] {
  if (at instanceof GraphQLSchema) return partsOfSchema(at, field);
  if (isType(at)) return partsOfType(schema, at, field);
  if (field === 'args' && 'args' in at && Array.isArray(at.args)) return at.args.filter(isObject);
  return field === 'type' && 'type' in at && isType(at.type) ? [at.type] : [];
}

function partsOfSchema(schema: GraphQLSchema, field: string): readonly object[] {
  switch (field) {
    case 'types':
      return Object.values(schema.getTypeMap());
    case 'directives':
      return schema.getDirectives();
    case 'queryType':
      return present(schema.getQueryType());
    case 'mutationType':
      return present(schema.getMutationType());
    case 'subscriptionType':
      return present(schema.getSubscriptionType());
    default:
      return [];
  }
}

function partsOfType(schema: GraphQLSchema, type: GraphQLType, field: string): readonly object[] {
  const hasFields = isObjectType(type) || isInterfaceType(type);
  if (field === 'ofType') return isWrappingType(type) ? [type.ofType] : [];
  if (field === 'fields') return hasFields ? Object.values(type.getFields()) : [];
  if (field === 'interfaces') return hasFields ? type.getInterfaces() : [];
  if (field === 'possibleTypes') return isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  if (field === 'enumValues') return isEnumType(type) ? type.getValues() : [];
  return field === 'inputFields' && isInputObjectType(type) ? Object.values(type.getFields()) : [];
}

function present(type: GraphQLType | null | undefined): readonly object[] {
  return type ? [type] : [];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
