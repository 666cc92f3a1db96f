import DataLoader from 'dataloader';
import { loaderById } from '../../platform/requests/loader-by-id.ts';
import { perOperation, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { WebhookAttemptType } from './webhook-attempt.type.ts';
import { FIND_ATTEMPTS, FIND_MESSAGES, FIND_MESSAGES_OF_EVENTS } from './webhook-message.rows.ts';
import { WebhookMessageType } from './webhook-message.type.ts';

/** The attempts of messages by message id, oldest first. The messages are known to be the caller's. */
export const webhookAttemptsLoader = perOperation(
  ({ database }) =>
    new DataLoader<string, WebhookAttemptType[]>(async (messageIds) => {
      const rows = await database.run(FIND_ATTEMPTS, [messageIds]);
      const byMessage = Map.groupBy(rows, ({ messageId }) => messageId);
      return messageIds.map((id) => byMessage.get(id)?.map((row) => new WebhookAttemptType(row)) ?? []);
    }),
);

/** The caller's messages by the position of their event, newest first. */
export const messagesOfEventLoader = perOperation(
  (context) =>
    new DataLoader<string, WebhookMessageType[]>(async (positions) => {
      const { partnerId } = principalOf(context);
      const rows = await context.database.run(FIND_MESSAGES_OF_EVENTS, [partnerId, positions]);
      const byEvent = Map.groupBy(rows, ({ eventPosition }) => eventPosition);
      return positions.map((position) => byEvent.get(position)?.map((row) => new WebhookMessageType(row)) ?? []);
    }),
);

/** The caller's messages by id; null for those of others and deleted ones. */
export const webhookMessageLoader = loaderById(findMessages);

export async function findMessages(context: RequestContext, ids: readonly string[]): Promise<WebhookMessageType[]> {
  const rows = await context.database.run(FIND_MESSAGES, [principalOf(context).partnerId, ids]);
  return rows.map((row) => new WebhookMessageType(row));
}
