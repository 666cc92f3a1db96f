import { Migration20261121120000_webhooks } from '../../../migrations/Migration20261121120000_webhooks.ts';
import type { Capability } from '../../capability.ts';
import type { WithoutDatabase } from '../../platform/graphql/operations/request-context.ts';
import type { WebhookConfigurationDependencies } from './create-webhook-configuration.ts';
import { configurationRefusals } from './webhook-configuration.errors.ts';
import { webhookConfigurationNodes, WebhookConfigurationResolver } from './webhook-configuration.resolver.ts';
import { configurationRest } from './webhook-configuration.rest.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';

/** Which events go where. */
export const configurations: Capability<WithoutDatabase<WebhookConfigurationDependencies>> = {
  folder: 'webhooks/configurations',
  neighbours: ['bank/partners', 'events'],
  entities: [WebhookConfiguration],
  migrations: [Migration20261121120000_webhooks],
  refusals: [configurationRefusals],
  nodes: [webhookConfigurationNodes],
  rest: configurationRest,
  resolvers: (needs) => [new WebhookConfigurationResolver(needs)],
};
