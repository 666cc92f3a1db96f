import { anyOf, columnsOf, compiled, listOf, text, uuids, type RowOf } from '../../platform/statements/compiled.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { WebhookConfigurationEvent } from './webhook-configuration-event.entity.ts';
import { WebhookConfigurationHead } from './webhook-configuration-head.entity.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';

/** The shown columns of a configuration: all but its secrets. */
const COLUMNS = columnsOf('configuration', [
  ...(['id', 'name', 'context', 'eventName', 'rawEventNames', 'rawContext', 'uri', 'publicKey', 'status'] as const),
  ...(['format', 'signsV1', 'signsV1a', 'accountNumbers', 'entityIds', 'createdAt', 'updatedAt'] as const),
]);

/** The configurations of a partner, newest first; filtered by status, events, uri, accounts and entities. */
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
  filters: [
    'configuration.status = ?::webhook_configuration_status',
    `exists (
      select from webhook_configuration_event as wanted
      where wanted.configuration_id = configuration.id and wanted.event_name = any (?::event_name[])
    )`,
    'configuration.uri = ?::text',
    'configuration.account_numbers && ?::text[]',
    'configuration.entity_ids && ?::text[]',
  ],
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

/** The events of a partner's configurations. */
export const FIND_EVENT_NAMES = compiled(
  'find_event_names_of_configurations',
  { entities: [WebhookConfigurationEvent], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) =>
    tables
      .selectFrom('WebhookConfigurationEvent as event')
      .select(columnsOf('event', ['configurationId', 'eventName']))
      .where('event.partnerId', '=', partnerId)
      .where('event.configurationId', '=', anyOf(ids))
      .orderBy('event.nth'),
);

/** The newest sequences of a partner's configurations; no row for those without a message. */
export const FIND_LAST_SEQUENCES = compiled(
  'find_last_sequences',
  { entities: [WebhookConfigurationHead], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) =>
    tables
      .selectFrom('WebhookConfigurationHead as head')
      .select(columnsOf('head', ['configurationId', 'sequence']))
      .where('head.partnerId', '=', partnerId)
      .where('head.configurationId', '=', anyOf(ids)),
);

/** A configuration as it is shown. Instants as PostgreSQL writes them. */
export type WebhookConfigurationRow = RowOf<typeof FIND_CONFIGURATIONS>;

/** Returns the same for a configuration that was just created or changed. */
export function shownOf(configuration: WebhookConfiguration): WebhookConfigurationRow {
  const { partnerId: owner, id, name, context, eventName, uri, publicKey, status } = configuration;
  const { rawEventNames = null, rawContext = null, createdAt, updatedAt } = configuration;
  const { format, signsV1, signsV1a, accountNumbers, entityIds } = configuration;
  return {
    ...{ owner, id, name, context, eventName, rawEventNames, rawContext, uri, publicKey, status },
    ...{ format, signsV1, signsV1a, accountNumbers, entityIds },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt?.toISOString() ?? null,
  };
}
