import type { DocumentNode, OperationDefinitionNode } from 'graphql';

/** A validated document with the operation to run. */
export interface Operation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}
