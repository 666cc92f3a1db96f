import { paymentAccountNodes, PaymentAccountResolver } from '../accounts/payment-account.resolver.ts';
import { WebhookEventResolver, type WebhookEventTypes } from '../events/webhook-event.resolver.ts';
import { ViewerResolver } from '../partners/viewer.resolver.ts';
import { ErrorCatalogueResolver } from '../platform/graphql/error-catalogue.resolver.ts';
import { NodeResolver } from '../platform/graphql/node.resolver.ts';
import type { CreatePocketDependencies } from '../pockets/create-pocket.ts';
import { PaymentAccountPocketsResolver } from '../pockets/payment-account-pockets.resolver.ts';
import { PocketAccountWasCreatedEventResolver } from '../pockets/pocket-account-was-created-event.resolver.ts';
import { PocketAccountWasCreatedEventType } from '../pockets/pocket-account-was-created-event.type.ts';
import { pocketNodes, PocketResolver } from '../pockets/pocket.resolver.ts';

/** What the use cases of all capabilities stand on. */
export type Dependencies = CreatePocketDependencies;

const eventTypes: WebhookEventTypes = new Map([['POCKET_ACCOUNT_WAS_CREATED', PocketAccountWasCreatedEventType]]);

/** The resolvers of all capabilities. */
export function createResolvers(dependencies: Dependencies): object[] {
  return [
    new ViewerResolver(),
    new NodeResolver([paymentAccountNodes, pocketNodes]),
    new PaymentAccountResolver(),
    new PocketResolver(dependencies),
    new PaymentAccountPocketsResolver(),
    new WebhookEventResolver(eventTypes),
    new PocketAccountWasCreatedEventResolver(),
    new ErrorCatalogueResolver(),
  ];
}
