import {
  isAbstractType,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionSetNode,
} from 'graphql';

/** The fragments of a document, by what they select of an object. */
export class Spreads {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  private readonly schema: GraphQLSchema;

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode) {
    this.schema = schema;
    const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  /** Returns what a spread or an inline fragment selects of a type; undefined if it is for other types. */
  of(spread: FragmentSpreadNode | InlineFragmentNode, type: GraphQLObjectType): SelectionSetNode | undefined {
    const fragment = spread.kind === Kind.FRAGMENT_SPREAD ? this.fragments.get(spread.name.value) : spread;
    return fragment && this.applies(fragment.typeCondition?.name.value ?? type.name, type)
      ? fragment.selectionSet
      : undefined;
  }

  private applies(condition: string, type: GraphQLObjectType): boolean {
    const general = this.schema.getType(condition);
    return condition === type.name || (isAbstractType(general) && this.schema.isSubType(general, type));
  }
}
