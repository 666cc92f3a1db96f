import { fieldsOf } from '../../../kernel/fields.ts';
import type { AnyRestRow, ParameterPlace, RestRow } from '../rest-row.ts';
import { seekMessages } from './seek-messages.loader.ts';

const LIST = '/webhooks/processed-messages';

/** Why a message is not sent again, as a code: what is held is sent without that. */
const REFUSALS: Readonly<Record<string, string | undefined>> = {
  NOT_FOUND: 'WEBHOOK_MESSAGE_NOT_FOUND',
  DISABLED: 'WEBHOOK_MESSAGE_HAS_NO_RECEIVER',
  DELETED: 'WEBHOOK_MESSAGE_HAS_NO_RECEIVER',
};

const again: RestRow = {
  method: 'POST',
  path: `${LIST}/{idempotencyKey}`,
  field: 'reprocessWebhookMessages',
  version: 1,
  success: 202,
  summary: 'Sends a webhook message again, by its idempotency key or id; what is held is sent without that.',
  document: `mutation RestReprocessMessage($input: ReprocessWebhookMessagesInput!) {
    reprocessWebhookMessages(input: $input) {
      ...Refusal
      ... on ReprocessWebhookMessagesSuccess { refused { reason } }
    }
  }`,
  places: [{ at: 'input.messageIds', in: 'path', name: 'idempotencyKey' }],
  refuses: {
    codes: [...new Set(Object.values(REFUSALS))].filter((code) => code !== undefined),
    codeOf: ({ refused }) => {
      const all: readonly unknown[] = Array.isArray(refused) ? refused : [];
      return REFUSALS[String(fieldsOf(all[0])['reason'])];
    },
    names: 'idempotencyKey',
  },
  example: { path: { idempotencyKey: '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55' } },
};

/** Which messages, in a query or in a body: one of each. */
const filterIn = (where: 'query' | 'body', filter: string, eventName: string): readonly ParameterPlace[] => [
  { at: `${filter}.startDate`, in: where, name: 'startDate', isRequired: true },
  { at: `${filter}.endDate`, in: where, name: 'endDate', isRequired: true },
  { at: `${filter}.states`, in: where, name: 'state', isItem: true },
  // As some programs name it.
  { at: `${filter}.states`, in: where, name: 'eventState', isItem: true },
  {
    ...{ at: `${filter}.eventNames`, in: where, name: eventName, isItem: true },
    ...{ otherwise: `${filter}.rawEventNames`, isOne: true },
  },
  { at: `${filter}.contexts`, in: where, name: 'context', otherwise: `${filter}.rawContexts`, isItem: true },
];

const batch = {
  path: `${LIST}/batch`,
  version: 1,
  spelling: { capitalized: ['EventContext', 'WebhookMessageState'] },
} as const;

const count: RestRow = {
  ...batch,
  method: 'GET',
  success: 200,
  summary: 'How many webhook messages of a period match, held ones included; nothing is sent.',
  field: 'webhookMessages',
  document: `query RestCountBatch($filter: WebhookMessageFilter!) {
    webhookMessages(filter: $filter, first: 1) { matched: totalCount }
  }`,
  places: filterIn('query', 'filter', 'eventNames'),
  body: [{ name: 'data', from: '' }],
  example: { query: { startDate: '2026-11-01', endDate: '2026-11-23', state: 'Failed', context: 'Pix' } },
};

const send: RestRow = {
  ...batch,
  method: 'POST',
  field: 'reprocessWebhookMessagesByFilter',
  success: 202,
  summary: 'Sends all webhook messages of a period that match again, in the background; what is held is skipped.',
  document: `mutation RestReprocessBatch($input: ReprocessWebhookMessagesByFilterInput!) {
    reprocessWebhookMessagesByFilter(input: $input) {
      ...Refusal
      ... on ReprocessWebhookMessagesByFilterSuccess { reprocessing { id matched createdAt } }
    }
  }`,
  places: filterIn('body', 'input.filter', 'eventNames'),
  body: [{ name: 'data', from: 'reprocessing', orElse: {} }],
  example: {
    body: {
      ...{ startDate: '2026-11-01', endDate: '2026-11-23', state: 'Failed' },
      ...{ context: 'Pix', eventNames: ['PIX_CASH_IN_WAS_CLEARED'] },
    },
  },
};

/** Messages over REST. */
export const messageRest: readonly AnyRestRow[] = [
  {
    method: 'GET',
    path: LIST,
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
    places: filterIn('query', 'filter', 'eventName'),
    spelling: {
      capitalized: ['EventContext', 'WebhookMessageState'],
      zoneless: ['sentDate'],
      zeroed: ['elapsedHttpCall'],
    },
    paged: { seek: seekMessages, next: 'search_next_page_processed_message' },
    example: { query: { startDate: '2026-11-01', endDate: '11/23/2026', state: 'Failed', context: 'Pix' } },
  },
  count,
  send,
  again,
];
