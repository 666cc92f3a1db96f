import { Migration20261129120000_envelopes } from '../../../migrations/Migration20261129120000_envelopes.ts';
import { Migration20261130000800_targets_of_other_events } from '../../../migrations/Migration20261130000800_targets_of_other_events.ts';
import { Migration20261130000600_changes_of_configurations } from '../../../migrations/Migration20261130000600_changes_of_configurations.ts';
import type { Capability } from '../../capability.ts';
import { configurationRefusals } from './webhook-configuration.errors.ts';
import {
  webhookConfigurationNodes,
  WebhookConfigurationResolver,
  type ConfigurationResolverDependencies,
} from './webhook-configuration.resolver.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { eventsAbout, type EventSubject } from '../../platform/graphql/vocabulary/event-subject.ts';
import { webhookConfigurationLoader } from './webhook-configuration.loader.ts';
import { WebhookConfigurationType } from './webhook-configuration.type.ts';
import { WEBHOOK_CONFIGURATION_WAS_CHANGED } from './webhook-configuration.events.ts';
import { resealSecrets } from './reseal-secrets.ts';
import { WebhookConfigurationEvent } from './webhook-configuration-event.entity.ts';
import { WebhookConfigurationHead } from './webhook-configuration-head.entity.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';

const configuration: EventSubject = {
  field: 'configuration',
  description: 'Current state of the configuration; null if it was deleted.',
  type: () => WebhookConfigurationType,
  scope: Scope.WEBHOOK_READ,
  isDeletable: true,
  find: async (context, id) => (await webhookConfigurationLoader(context).load(id)) ?? undefined,
};

/** Endpoints of partners, and the events to send to them. */
export const configurations: Capability<ConfigurationResolverDependencies> = {
  folder: 'webhooks/configurations',
  neighbours: ['bank/partners', 'events/log', 'webhooks/signing'],
  entities: [WebhookConfiguration, WebhookConfigurationEvent, WebhookConfigurationHead],
  migrations: [
    Migration20261129120000_envelopes,
    Migration20261130000600_changes_of_configurations,
    Migration20261130000800_targets_of_other_events,
  ],
  events: eventsAbout(configuration, WEBHOOK_CONFIGURATION_WAS_CHANGED),
  refusals: [configurationRefusals],
  nodes: [webhookConfigurationNodes],
  sealed: [{ what: 'secrets of <n> configurations', reseal: resealSecrets }],
  resolvers: (needs) => [new WebhookConfigurationResolver(needs)],
};
