import { capabilities, errorCatalogue, shownEvents, type ResolverNeeds } from '../capabilities.ts';
import { WebhookEvents } from '../events/readers/webhook-events.loader.ts';
import { DomainErrorResolver } from '../platform/graphql/vocabulary/domain-error.resolver.ts';
import { ErrorCatalogueResolver } from '../platform/graphql/vocabulary/error-catalogue.resolver.ts';
import { ConsumerHolding } from '../webhooks/consumer-leases/consumer-holding.subscription.ts';
import { findNodesIn, NodeResolver } from '../platform/graphql/vocabulary/node.resolver.ts';

/** What the resolvers of all capabilities need, except what is derived from the list of capabilities. */
export type Dependencies = Omit<ResolverNeeds, 'webhookEvents' | 'errorCatalogue' | 'findNodes' | 'namedConsumers'>;

/** Creates the resolvers of all capabilities. None gets a database: they use that of the caller's context. */
export function createResolvers(dependencies: Dependencies): object[] {
  const findNodes = findNodesIn(capabilities.flatMap(({ nodes = [] }) => nodes));
  const needs = {
    ...dependencies,
    webhookEvents: new WebhookEvents(shownEvents),
    namedConsumers: new ConsumerHolding(dependencies.heldConsumers),
    errorCatalogue,
    findNodes,
  };
  return [
    ...capabilities.flatMap(({ resolvers }) => resolvers?.(needs) ?? []),
    ...shownEvents.map(({ resolver: SubjectResolver }) => new SubjectResolver()),
    new NodeResolver(findNodes),
    new DomainErrorResolver(),
    new ErrorCatalogueResolver(errorCatalogue),
  ];
}
