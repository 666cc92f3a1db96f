import type { EventContext, EventName } from '../../kernel/domain-event.ts';
import { Keyset, listBySql } from '../../platform/statements/keyset.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { WebhookConfigurationStatus } from './webhook-configuration.enum.ts';

/** A configuration as it is shown: without its secret. Instants as PostgreSQL writes them. */
export interface WebhookConfigurationRow {
  readonly owner: string;
  readonly id: string;
  readonly name: string;
  readonly context: EventContext;
  readonly eventName: EventName;
  readonly uri: string;
  readonly publicKey: string;
  readonly status: WebhookConfigurationStatus;
  readonly createdAt: string;
  readonly updatedAt: string | null;
}

export const CONFIGURATION_COLUMNS = `
  configuration.id, configuration.name, configuration.context, configuration.event_name as "eventName",
  configuration.uri, configuration.public_key as "publicKey", configuration.status,
  configuration.created_at as "createdAt", configuration.updated_at as "updatedAt"`;

/** The configurations of a partner, newest first; filtered by status. */
export const configurationsOfPartner = new Keyset<WebhookConfigurationRow>({
  name: 'webhook_configurations',
  list: listBySql(`select ${CONFIGURATION_COLUMNS} from webhook_configuration as configuration`),
  owner: { expression: 'configuration.partner_id', type: 'text' },
  key: [
    { expression: 'configuration.created_at', output: 'createdAt', type: 'timestamptz' },
    { expression: 'configuration.id', output: 'id', type: 'uuid' },
  ],
  descending: true,
  filters: ['configuration.status = ?::webhook_configuration_status'],
});

export const FIND_CONFIGURATIONS = statement(
  'find_webhook_configurations',
  `select configuration.partner_id as "owner", ${CONFIGURATION_COLUMNS} from webhook_configuration as configuration
   where configuration.partner_id = $1 and configuration.id = any ($2::uuid[])`,
);
