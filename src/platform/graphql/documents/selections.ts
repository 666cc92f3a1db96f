import {
  getArgumentValues,
  isAbstractType,
  Kind,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';

/** All places of a document that select the same field of an object. */
type Nodes = [FieldNode, ...FieldNode[]];

/** A selected field under its key in the response; `field` is undefined for `__typename` and introspection. */
export interface Selected {
  readonly key: string;
  readonly nodes: Readonly<Nodes>;
  readonly field: GraphQLField<unknown, unknown> | undefined;
}

type Variables = Readonly<Record<string, unknown>>;

/** A field, and where it is selected. */
interface FieldSelection {
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
}

/** What a document selects, including its fragments. */
export class Selections {
  private readonly schema: GraphQLSchema;
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode) {
    this.schema = schema;
    const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  /** Returns the fields of an object, in the order of the response. */
  of(type: GraphQLObjectType, places: readonly Pick<FieldNode, 'selectionSet'>[]): readonly Selected[] {
    const selected = new Map<string, Nodes>();
    for (const { selectionSet } of places) if (selectionSet) this.collect(type, selectionSet, selected);
    return [...selected].map(([key, nodes]) => ({ key, nodes, field: type.getFields()[nodes[0].name.value] }));
  }

  private collect(type: GraphQLObjectType, { selections }: SelectionSetNode, into: Map<string, Nodes>): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const known = into.get(key);
        if (known === undefined) into.set(key, [selection]);
        else known.push(selection);
      } else {
        const spread = selection.kind === Kind.FRAGMENT_SPREAD ? this.fragments.get(selection.name.value) : selection;
        if (spread && this.applies(spread.typeCondition?.name.value ?? type.name, type))
          this.collect(type, spread.selectionSet, into);
      }
    }
  }

  private applies(condition: string, type: GraphQLObjectType): boolean {
    const general = this.schema.getType(condition);
    return condition === type.name || (isAbstractType(general) && this.schema.isSubType(general, type));
  }
}

/** Returns a function that reads the arguments of a field; without variables they are read only once. */
export function argumentsOf({ field, node }: FieldSelection): (variables: Variables) => Variables {
  let isFixed = true;
  visit(node, { Variable: () => void (isFixed = false), SelectionSet: () => false });
  let fixed: Variables | undefined;
  return (variables) => {
    const values = fixed ?? getArgumentValues(field, node, variables);
    if (isFixed) fixed = values;
    return values;
  };
}
