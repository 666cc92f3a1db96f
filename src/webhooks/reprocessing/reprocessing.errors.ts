import type { RefusalTable } from '../../kernel/domain-error.ts';

/** Errors of messages that are not sent again, over REST: GraphQL has the outcome of each message. */
export const reprocessingRefusals = {
  WEBHOOK_MESSAGE_NOT_FOUND: {
    origin: 'GATEWAY',
    status: 404,
    message: 'Webhook message not found.',
    portuguese: 'Mensagem de webhook não encontrada.',
    condition: 'the partner has no webhook message with this idempotency key or id',
    restOnly: true,
  },
  WEBHOOK_MESSAGE_HAS_NO_RECEIVER: {
    origin: 'GATEWAY',
    status: 422,
    message: 'The configuration of this webhook message is disabled or deleted.',
    portuguese: 'A configuração desta mensagem de webhook está desativada ou foi excluída.',
    condition: 'the webhook configuration of a message to send again is DISABLED or deleted',
    restOnly: true,
  },
} as const satisfies RefusalTable;
