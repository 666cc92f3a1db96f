import { Migration20261129120000_envelopes } from '../../../migrations/Migration20261129120000_envelopes.ts';
import type { Capability } from '../../capability.ts';
import { configurationRefusals } from './webhook-configuration.errors.ts';
import {
  webhookConfigurationNodes,
  WebhookConfigurationResolver,
  type ConfigurationResolverDependencies,
} from './webhook-configuration.resolver.ts';
import { resealSecrets } from './reseal-secrets.ts';
import { WebhookConfigurationEvent } from './webhook-configuration-event.entity.ts';
import { WebhookConfigurationHead } from './webhook-configuration-head.entity.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';

/** Endpoints of partners, and the events to send to them. */
export const configurations: Capability<ConfigurationResolverDependencies> = {
  folder: 'webhooks/configurations',
  neighbours: ['bank/partners', 'events/log', 'webhooks/signing'],
  entities: [WebhookConfiguration, WebhookConfigurationEvent, WebhookConfigurationHead],
  migrations: [Migration20261129120000_envelopes],
  refusals: [configurationRefusals],
  nodes: [webhookConfigurationNodes],
  sealed: [{ what: 'secrets of <n> configurations', reseal: resealSecrets }],
  resolvers: (needs) => [new WebhookConfigurationResolver(needs)],
};
