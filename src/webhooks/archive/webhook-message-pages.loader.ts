import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { boundFilters, messagesOfPartner, type WebhookMessageRow } from './webhook-message.rows.ts';
import { messageColumns, WebhookMessageType } from './webhook-message.type.ts';

/** The messages of a partner, in pages. */
export const messagePages = new PagedList<WebhookMessageRow, WebhookMessageType>({
  ordering: 'webhookMessages',
  keyset: messagesOfPartner,
  keyOf: (row) => [row.sentDate, row.id],
  toNode: (row) => new WebhookMessageType(row),
  shown: messageColumns,
  boundTo: boundFilters,
});
