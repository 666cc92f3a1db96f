import { refuserOf, type RefusalTable } from '../../kernel/domain-error.ts';

/** Errors of messages that are not sent again. Those of single messages are REST's: GraphQL has the outcome of each. */
export const reprocessingRefusals = {
  TOO_MANY_REPROCESSINGS: {
    origin: 'GATEWAY',
    status: 422,
    message:
      'Too many reprocessings: a partner may have <limit> that are not finished. Send it again when one is finished.',
    portuguese:
      'Reprocessamentos demais: um parceiro pode ter <limit> não concluídos. Envie novamente quando um for concluído.',
    condition: 'the partner has as many unfinished reprocessings by filter or range as it may have',
  },
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

const refuse = refuserOf(reprocessingRefusals);

/** @param limit maximum number of unfinished ones per partner */
export function tooManyReprocessings(limit: number) {
  return refuse('TOO_MANY_REPROCESSINGS', { limit }, { limit: String(limit) });
}
export type TooManyReprocessings = ReturnType<typeof tooManyReprocessings>;
