import type { AnyRestRow } from '../rest-row.ts';
import { seekMessages } from './seek-messages.loader.ts';

/** Messages over REST. */
export const messageRest: readonly AnyRestRow[] = [
  {
    method: 'GET',
    path: '/webhooks/processed-messages',
    field: 'webhookMessages',
    version: 1,
    success: 200,
    summary: 'Webhook messages of the partner that were attempted or are held, newest first.',
    document: `query RestProcessedMessages($filter: WebhookMessageFilter!, $first: Int!, $after: String) {
      webhookMessages(filter: $filter, first: $first, after: $after) {
        data: nodes {
          id idempotencyKey state destination sentDate eventName retryCount elapsedEventCapture elapsedHttpCall context
        }
        totalCount pageInfo { hasNextPage endCursor }
      }
    }`,
    places: [
      { at: 'filter.startDate', in: 'query', name: 'startDate' },
      { at: 'filter.endDate', in: 'query', name: 'endDate' },
      { at: 'filter.state', in: 'query', name: 'state' },
      { at: 'filter.eventName', in: 'query', name: 'eventName', otherwise: 'filter.rawEventName' },
      { at: 'filter.context', in: 'query', name: 'context', otherwise: 'filter.rawContext' },
    ],
    spelling: {
      capitalized: ['EventContext', 'WebhookMessageState'],
      zoneless: ['sentDate'],
      zeroed: ['elapsedHttpCall'],
    },
    paged: { seek: seekMessages, next: 'search_next_page_processed_message' },
    example: { query: { startDate: '2026-11-01', endDate: '11/23/2026', state: 'Failed', context: 'Pix' } },
  },
];
