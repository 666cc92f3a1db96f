import { refuserOf, type RefusalTable } from '../../../kernel/domain-error.ts';

/** Errors of cash-ins that the bank's own systems post. */
export const receiptRefusals = {
  CASH_IN_NOT_FOUND: {
    origin: 'GATEWAY',
    status: 404,
    message: 'Cash-in not found.',
    portuguese: 'Recebimento não encontrado.',
    condition: 'the partner has no cash-in with this id',
    path: ['cashInId'],
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(receiptRefusals);

export function cashInNotFound() {
  return refuse('CASH_IN_NOT_FOUND', {});
}
