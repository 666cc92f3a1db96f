import {
  getArgumentValues,
  Kind,
  visit,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import { Spreads } from './spreads.ts';

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
  private readonly spreads: Spreads;

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.spreads = new Spreads(schema, document);
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
        const spread = this.spreads.of(selection, type);
        if (spread) this.collect(type, spread, into);
      }
    }
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
