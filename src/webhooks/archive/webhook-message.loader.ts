import DataLoader from 'dataloader';
import { badInput } from '../../platform/graphql/errors/client-error.ts';
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

/** Messages included in the cost of an event, and how many more the events of one response can have in total. */
const MESSAGES_BILLED = 10;
const SURPLUS_MAX = 1_000;

/** The caller's messages by the position of their event, newest first. */
export const messagesOfEventLoader = perOperation(
  (context) =>
    new DataLoader<string, WebhookMessageType[]>(async (positions) => {
      const { partnerId } = principalOf(context);
      const rows = await context.database.run(FIND_MESSAGES_OF_EVENTS, [partnerId, positions]);
      if (rows.length > MESSAGES_BILLED * positions.length + SURPLUS_MAX)
        throw badInput('The selected events have too many messages: query messageConnection, or fewer events.');
      const byEvent = Map.groupBy(rows, ({ eventPosition }) => eventPosition);
      return positions.map((position) => byEvent.get(position)?.map((row) => new WebhookMessageType(row)) ?? []);
    }),
);

export async function findMessages(context: RequestContext, ids: readonly string[]): Promise<WebhookMessageType[]> {
  const rows = await context.database.run(FIND_MESSAGES, [principalOf(context).partnerId, ids]);
  return rows.map((row) => new WebhookMessageType(row));
}
