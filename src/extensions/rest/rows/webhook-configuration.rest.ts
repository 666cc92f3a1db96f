import type { AnyRestRow } from '../rest-row.ts';
import { seekConfigurations } from './seek-configurations.loader.ts';

/** Webhook configurations over REST. */
export const configurationRest: readonly AnyRestRow[] = [
  {
    method: 'GET',
    path: '/webhooks/configurations',
    field: 'webhookConfigurations',
    version: 1,
    success: 200,
    summary: 'The webhook configurations of the partner, newest first.',
    document: `query RestWebhookConfigurations($filter: WebhookConfigurationFilter, $first: Int!, $after: String) {
      webhookConfigurations(filter: $filter, first: $first, after: $after) {
        data: nodes { id name context eventName uri publicKey createdAt updatedAt status }
        totalCount pageInfo { hasNextPage endCursor }
      }
    }`,
    places: [{ at: 'filter.status', in: 'query', name: 'status' }],
    spelling: { capitalized: ['EventContext', 'WebhookConfigurationStatus'], optional: ['updatedAt'] },
    paged: { seek: seekConfigurations, self: 'search_webhook' },
    example: { query: { status: 'Enabled', page: '1', pageSize: '10' } },
  },
];
