import { Migration20261121120000_webhooks } from '../../../migrations/Migration20261121120000_webhooks.ts';
import { Migration20261129090000_message_predecessors } from '../../../migrations/Migration20261129090000_message_predecessors.ts';
import { Migration20261208100000_events_of_configurations } from '../../../migrations/Migration20261208100000_events_of_configurations.ts';
import type { Capability } from '../../capability.ts';
import { configurationRefusals } from './webhook-configuration.errors.ts';
import {
  webhookConfigurationNodes,
  WebhookConfigurationResolver,
  type ConfigurationResolverDependencies,
} from './webhook-configuration.resolver.ts';
import { WebhookConfigurationEvent } from './webhook-configuration-event.entity.ts';
import { WebhookConfigurationHead } from './webhook-configuration-head.entity.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';

/** Endpoints of partners, and the events to send to them. */
export const configurations: Capability<ConfigurationResolverDependencies> = {
  folder: 'webhooks/configurations',
  neighbours: ['bank/partners', 'events/log', 'webhooks/signing'],
  entities: [WebhookConfiguration, WebhookConfigurationEvent, WebhookConfigurationHead],
  migrations: [
    Migration20261121120000_webhooks,
    Migration20261129090000_message_predecessors,
    Migration20261208100000_events_of_configurations,
  ],
  refusals: [configurationRefusals],
  nodes: [webhookConfigurationNodes],
  resolvers: (needs) => [new WebhookConfigurationResolver(needs)],
};
