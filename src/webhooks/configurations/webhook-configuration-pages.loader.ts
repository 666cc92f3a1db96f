import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { configurationsOfPartner, type WebhookConfigurationRow } from './webhook-configuration.rows.ts';
import { configurationColumns, WebhookConfigurationType } from './webhook-configuration.type.ts';

/** The configurations of a partner, in pages. */
export const configurationPages = new PagedList<WebhookConfigurationRow, WebhookConfigurationType>({
  ordering: 'webhookConfigurations',
  keyset: configurationsOfPartner,
  keyOf: (row) => [row.createdAt, row.id],
  toNode: (row) => new WebhookConfigurationType(row),
  shown: configurationColumns,
});
