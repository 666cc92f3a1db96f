import {
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { Spreads } from './spreads.ts';

/** Most selections of an expanded document (reliability); a larger one is refused. */
export const SELECTIONS_MAX = 5_000;
/** Most selections of an expanded document that is compiled (reliability): compiling takes time for each of them. */
export const COMPILED_SELECTIONS_MAX = 1_000;

/**
 * Returns how many selections a document has once it is expanded: each fragment at all its places, and what is selected
 * of an interface or union once for each possible type. The work of reading a document grows with this number, not with
 * its length. Each selection set is visited once for a type.
 */
export function expandedSelections(schema: GraphQLSchema, document: DocumentNode): number {
  const expansion = new Expansion(schema, document);
  return document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .reduce((sum, { operation, selectionSet }) => {
      const root = schema.getRootType(operation);
      return root ? sum + expansion.set(selectionSet, root) : sum;
    }, 0);
}

class Expansion {
  private readonly known = new Map<GraphQLObjectType, Map<SelectionSetNode, number>>();
  private readonly schema: GraphQLSchema;
  private readonly spreads: Spreads;

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.schema = schema;
    this.spreads = new Spreads(schema, document);
  }

  set(set: SelectionSetNode | undefined, type: GraphQLObjectType): number {
    if (set === undefined) return 0;
    const ofType = this.known.get(type) ?? new Map<SelectionSetNode, number>();
    this.known.set(type, ofType);
    const known = ofType.get(set);
    if (known !== undefined) return known;
    // A set that is reached again while it is counted is part of a cycle, which another rule refuses.
    ofType.set(set, 0);
    const count = set.selections.reduce((sum, selection) => sum + 1 + this.below(selection, type), 0);
    ofType.set(set, count);
    return count;
  }

  private below(selection: SelectionNode, type: GraphQLObjectType): number {
    return selection.kind === Kind.FIELD
      ? this.field(selection, type)
      : this.set(this.spreads.of(selection, type), type);
  }

  private field({ name, selectionSet }: FieldNode, parent: GraphQLObjectType): number {
    const field = fieldOf(parent, name.value);
    const type = field && getNamedType(field.type);
    if (isObjectType(type)) return this.set(selectionSet, type);
    if (!isAbstractType(type)) return 0;
    return this.schema.getPossibleTypes(type).reduce((sum, possible) => sum + this.set(selectionSet, possible), 0);
  }
}

/** Returns a field of an object; those of introspection are everywhere. */
function fieldOf(parent: GraphQLObjectType, name: string) {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  return name === TypeMetaFieldDef.name ? TypeMetaFieldDef : parent.getFields()[name];
}
