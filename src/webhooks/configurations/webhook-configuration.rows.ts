import { anyOf, columnsOf, compiled, listOf, text, uuids, type RowOf } from '../../platform/statements/compiled.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';

/** What is shown of a configuration: all but its secret. */
export const SHOWN = [
  ...(['id', 'name', 'context', 'eventName', 'uri', 'publicKey', 'status', 'createdAt', 'updatedAt'] as const),
] as const;
const COLUMNS = columnsOf('configuration', SHOWN);

/** The configurations of a partner, newest first; filtered by status. */
export const configurationsOfPartner = new Keyset<WebhookConfigurationRow>({
  name: 'webhook_configurations',
  list: listOf([WebhookConfiguration], (tables) =>
    tables.selectFrom('WebhookConfiguration as configuration').select(COLUMNS),
  ),
  owner: { expression: 'configuration.partner_id', type: 'text' },
  key: [
    { expression: 'configuration.created_at', output: 'createdAt', type: 'timestamptz' },
    { expression: 'configuration.id', output: 'id', type: 'uuid' },
  ],
  descending: true,
  filters: ['configuration.status = ?::webhook_configuration_status'],
});

export const FIND_CONFIGURATIONS = compiled(
  'find_webhook_configurations',
  { entities: [WebhookConfiguration], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) =>
    tables
      .selectFrom('WebhookConfiguration as configuration')
      .select(COLUMNS)
      .select('configuration.partnerId as owner')
      .where('configuration.partnerId', '=', partnerId)
      .where('configuration.id', '=', anyOf(ids)),
);

/** A configuration as it is shown. Instants as PostgreSQL writes them. */
export type WebhookConfigurationRow = RowOf<typeof FIND_CONFIGURATIONS>;
