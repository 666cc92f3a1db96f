import type { Capability } from '../capability.ts';
import { capabilities as declared, errorCatalogue, shownEvents } from '../capabilities.ts';
import type { CatalogueEntry } from '../platform/graphql/vocabulary/error-catalogue.ts';
import { DomainErrorResolver } from '../platform/graphql/vocabulary/domain-error.resolver.ts';
import { ErrorCatalogueResolver } from '../platform/graphql/vocabulary/error-catalogue.resolver.ts';
import { findNodesIn, NodeResolver, type FindNodes } from '../platform/graphql/vocabulary/node.resolver.ts';

/** What resolvers can need that is derived from the list of capabilities. */
export interface Derived {
  readonly errorCatalogue: readonly CatalogueEntry[];
  readonly findNodes: FindNodes;
}

/**
 * Creates the resolvers of capabilities. None gets a database: they use that of the caller's context.
 * @param capabilities all that are declared, with the services of a process or without any
 */
export function createResolvers<Needs>(
  capabilities: readonly Capability<Needs & Derived, never>[],
  dependencies: Needs,
): object[] {
  const findNodes = findNodesIn(declared.flatMap(({ nodes = [] }) => nodes));
  const needs = { ...dependencies, errorCatalogue, findNodes };
  return [
    ...capabilities.flatMap(({ resolvers }) => resolvers?.(needs) ?? []),
    ...shownEvents.map(({ resolver: SubjectResolver }) => new SubjectResolver()),
    new NodeResolver(findNodes),
    new DomainErrorResolver(),
    new ErrorCatalogueResolver(errorCatalogue),
  ];
}
