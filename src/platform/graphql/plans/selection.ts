import {
  isObjectType,
  isAbstractType,
  Kind,
  getNamedType,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';

/** All places of a document that select one field. */
type Nodes = readonly [FieldNode, ...FieldNode[]];

/** A field as it is selected, under its key in the answer. */
export interface SelectedField {
  readonly key: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: Nodes;
}

/** A field, or `__typename`, which is none. */
export type Selected = SelectedField | { readonly key: string; readonly nodes: Nodes };

interface HasSelection {
  readonly selectionSet?: SelectionSetNode | undefined;
}

/** A field of the schema's own was selected: no type has it. */
export class AsksForSchema extends Error {}

/** What a document selects, through its fragments. */
export class Selections {
  private readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode) {
    this.schema = schema;
    const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  /** The fields of an object, in the order of the answer. */
  of(type: GraphQLObjectType, places: readonly HasSelection[]): readonly Selected[] {
    const selected = new Map<string, [FieldNode, ...FieldNode[]]>();
    for (const { selectionSet } of places) if (selectionSet) this.collect(type, selectionSet, selected);
    return [...selected].map(([key, nodes]) => {
      const { value: name } = nodes[0].name;
      const field = type.getFields()[name];
      if (field === undefined && name !== '__typename') throw new AsksForSchema(name);
      return { key, nodes, ...(field && { field }) };
    });
  }

  private collect(
    type: GraphQLObjectType,
    set: SelectionSetNode,
    into: Map<string, [FieldNode, ...FieldNode[]]>,
  ): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const known = into.get(key);
        if (known === undefined) into.set(key, [selection]);
        else known.push(selection);
        continue;
      }
      const spread = selection.kind === Kind.FRAGMENT_SPREAD ? this.fragments[selection.name.value] : selection;
      if (spread !== undefined && this.applies(spread.typeCondition?.name.value, type))
        this.collect(type, spread.selectionSet, into);
    }
  }

  private applies(condition: string | undefined, type: GraphQLObjectType): boolean {
    if (condition === undefined || condition === type.name) return true;
    const general = this.schema.getType(condition);
    return isAbstractType(general) && this.schema.isSubType(general, type);
  }
}

/** Whether parts of a document are shown under conditions only. */
export function hasConditions(document: DocumentNode): boolean {
  let found = false;
  visit(document, { Directive: () => void (found = true) });
  return found;
}

/** The type of a page of a connection; undefined for any other. */
export function connectionType(type: GraphQLOutputType): GraphQLObjectType | undefined {
  const named = getNamedType(type);
  return isObjectType(named) && 'pageInfo' in named.getFields() ? named : undefined;
}
