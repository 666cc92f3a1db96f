import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/**
 * Validation rule: the root selection of a subscription has no @skip and no @include, not even in fragments (GraphQL
 * draft, 5.2.4.1). graphql-js does not have it yet: its own rule for that selection would throw if a condition is a
 * variable. Such a document is therefore refused as a whole, before rules that look at its operations: nothing of it is
 * left for them.
 */
export function subscriptionRootRule(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      const refused = document.definitions
        .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
        .filter(({ operation }) => operation === OperationTypeNode.SUBSCRIPTION)
        .filter(({ selectionSet }) => isConditional(document, selectionSet));
      if (refused.length === 0) return undefined;
      const message = 'The root selection of a subscription must not have @skip or @include.';
      context.reportError(new GraphQLError(message, { nodes: refused }));
      return null;
    },
  };
}

function isConditional(document: DocumentNode, root: SelectionSetNode): boolean {
  const reached = new Set<FragmentDefinitionNode>();
  const isConditionalIn = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (selection.directives?.some(({ name }) => name.value === 'skip' || name.value === 'include')) return true;
      if (selection.kind === Kind.FIELD) return false;
      if (selection.kind === Kind.INLINE_FRAGMENT) return isConditionalIn(selection.selectionSet);
      return document.definitions
        .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
        .filter((fragment) => fragment.name.value === selection.name.value && !reached.has(fragment))
        .some((fragment) => {
          reached.add(fragment);
          return isConditionalIn(fragment.selectionSet);
        });
    });
  return isConditionalIn(root);
}
