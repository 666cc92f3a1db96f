import { paymentAccountNodes, PaymentAccountResolver } from '../bank/accounts/payment-account.resolver.ts';
import {
  PixCashInWasClearedEventResolver,
  PixCashInWasReceivedEventResolver,
  TedCashInWasClearedEventResolver,
} from '../bank/cash-ins/cash-in-event.resolver.ts';
import {
  PixCashInWasClearedEventType,
  PixCashInWasReceivedEventType,
  TedCashInWasClearedEventType,
} from '../bank/cash-ins/cash-in-event.type.ts';
import { CashInResolver } from '../bank/cash-ins/cash-in.resolver.ts';
import type { ReceiveCashInDependencies } from '../bank/cash-ins/receive-cash-in.ts';
import {
  CustomerWasApprovedEventType,
  CustomerWasReceivedEventType,
  CustomerWasReprovedEventType,
} from '../bank/customers/customer-event.type.ts';
import { customerNodes, CustomerResolver } from '../bank/customers/customer.resolver.ts';
import { WebhookDeliveriesResolver } from '../webhooks/deliveries/webhook-deliveries.resolver.ts';
import { DocumentAnalysisResolver } from '../bank/identity-pictures/document-analysis.resolver.ts';
import type { SubmitDocumentDependencies } from '../bank/identity-pictures/submit-document.ts';
import { WebhookEventResolver } from '../events/webhook-event.resolver.ts';
import type { EventTail } from '../events/webhook-event-tail.ts';
import { WebhookEventsSubscription } from '../events/webhook-events.subscription.ts';
import { WebhookEvents, type WebhookEventTypes } from '../events/webhook-events.loader.ts';
import {
  SandboxScenariosResolver,
  type ScenarioDependencies,
} from '../playground/explorer/sandbox-scenarios.resolver.ts';
import { ViewerResolver, type ViewerDependencies } from '../bank/partners/viewer.resolver.ts';
import { PaymentAccountPixEntriesResolver } from '../bank/pix/payment-account-pix-entries.resolver.ts';
import { pixEntryNodes, PixEntryResolver } from '../bank/pix/pix-entry.resolver.ts';
import type { RegisterPixEntryDependencies } from '../bank/pix/register-pix-entry.ts';
import { ErrorCatalogueResolver } from '../platform/graphql/vocabulary/error-catalogue.resolver.ts';
import type { WithoutDatabase } from '../platform/graphql/operations/request-context.ts';
import { NodeResolver } from '../platform/graphql/vocabulary/node.resolver.ts';
import type { CreatePocketDependencies } from '../bank/pockets/create-pocket.ts';
import { PaymentAccountPocketsResolver } from '../bank/pockets/payment-account-pockets.resolver.ts';
import { PocketAccountWasCreatedEventResolver } from '../bank/pockets/pocket-account-was-created-event.resolver.ts';
import { PocketAccountWasCreatedEventType } from '../bank/pockets/pocket-account-was-created-event.type.ts';
import { pocketNodes, PocketResolver } from '../bank/pockets/pocket.resolver.ts';
import {
  CustomerWasApprovedEventResolver,
  CustomerWasReceivedEventResolver,
  CustomerWasReprovedEventResolver,
} from '../bank/registrations/customer-event.resolver.ts';
import type { RegisterCustomerDependencies } from '../bank/registrations/register-customer.ts';
import { registrationNodes, RegistrationResolver } from '../bank/registrations/registration.resolver.ts';
import { reprocessingNodes, ReprocessingResolver } from '../webhooks/reprocessing/reprocessing.resolver.ts';
import type { ReprocessByFilterDependencies } from '../webhooks/reprocessing/reprocess-webhook-messages-by-filter.ts';
import { OpenSandboxAccountResolver } from '../playground/sandbox/open-sandbox-account.resolver.ts';
import { SimulateCashInResolver } from '../playground/sandbox/simulate-cash-in.resolver.ts';
import type { CreateTotpDependencies } from '../bank/totp/create-totp.ts';
import { TotpResolver } from '../bank/totp/totp.resolver.ts';
import type { MessageTail } from '../webhooks/archive/message-change-tail.ts';
import { WebhookEventMessagesResolver } from '../webhooks/archive/webhook-event-messages.resolver.ts';
import { webhookMessageNodes, WebhookMessageResolver } from '../webhooks/archive/webhook-message.resolver.ts';
import { WebhookMessagesSubscription } from '../webhooks/archive/webhook-messages.subscription.ts';
import {
  webhookConfigurationNodes,
  WebhookConfigurationResolver,
} from '../webhooks/configurations/webhook-configuration.resolver.ts';
import type { Services } from './services.ts';

/** What the use cases of all capabilities stand on. */
export type Dependencies = Services &
  CreatePocketDependencies &
  ReceiveCashInDependencies &
  SubmitDocumentDependencies &
  RegisterCustomerDependencies &
  RegisterPixEntryDependencies &
  CreateTotpDependencies &
  ReprocessByFilterDependencies &
  ScenarioDependencies &
  ViewerDependencies & { readonly eventTail: EventTail; readonly messageTail: MessageTail };

const eventTypes: WebhookEventTypes = new Map([
  ['POCKET_ACCOUNT_WAS_CREATED', PocketAccountWasCreatedEventType],
  ['CUSTOMER_WAS_RECEIVED', CustomerWasReceivedEventType],
  ['CUSTOMER_WAS_APPROVED', CustomerWasApprovedEventType],
  ['CUSTOMER_WAS_REPROVED', CustomerWasReprovedEventType],
  ['PIX_CASH_IN_WAS_RECEIVED', PixCashInWasReceivedEventType],
  ['PIX_CASH_IN_WAS_CLEARED', PixCashInWasClearedEventType],
  ['TED_CASH_IN_WAS_CLEARED', TedCashInWasClearedEventType],
]);

/** The resolvers of all capabilities. None is given a database: what they read and write is the caller's. */
export function createResolvers(dependencies: WithoutDatabase<Dependencies>): object[] {
  const events = new WebhookEvents(eventTypes);
  return [
    new ViewerResolver(dependencies),
    new NodeResolver([
      paymentAccountNodes,
      pocketNodes,
      customerNodes,
      registrationNodes,
      pixEntryNodes,
      webhookConfigurationNodes,
      webhookMessageNodes,
      reprocessingNodes,
    ]),
    new PaymentAccountResolver(),
    new PocketResolver(dependencies),
    new PaymentAccountPocketsResolver(),
    new PixEntryResolver(dependencies),
    new PaymentAccountPixEntriesResolver(),
    new TotpResolver(dependencies),
    new WebhookEventResolver(events),
    new WebhookEventsSubscription(events, dependencies.eventTail),
    new WebhookConfigurationResolver(dependencies),
    new WebhookMessageResolver(events),
    new WebhookMessagesSubscription(dependencies.messageTail),
    new WebhookEventMessagesResolver(),
    new WebhookDeliveriesResolver(dependencies),
    new ReprocessingResolver(dependencies),
    new DocumentAnalysisResolver(dependencies),
    new RegistrationResolver(dependencies),
    new CustomerResolver(),
    new CustomerWasReceivedEventResolver(),
    new CustomerWasApprovedEventResolver(),
    new CustomerWasReprovedEventResolver(),
    new CashInResolver(),
    new PocketAccountWasCreatedEventResolver(),
    new PixCashInWasReceivedEventResolver(),
    new PixCashInWasClearedEventResolver(),
    new TedCashInWasClearedEventResolver(),
    new SimulateCashInResolver(dependencies),
    new OpenSandboxAccountResolver(dependencies),
    new SandboxScenariosResolver(dependencies),
    new ErrorCatalogueResolver(),
  ];
}
