import { refuserOf, type RefusalTable } from '../../../kernel/domain-error.ts';
import type { Balance } from './balance.value.ts';

/** Errors of closures that money is in the way of. */
export const closureRefusals = {
  POCKET_HAS_BALANCE: {
    origin: 'GATEWAY',
    status: 422,
    message: 'Pocket has a balance or transactions in process.',
    portuguese: 'O bolso tem saldo ou transações em andamento.',
    condition: 'there is money in the pocket',
    path: ['pocketNumber'],
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(closureRefusals);

export function pocketHasBalance(balance: Balance) {
  return refuse('POCKET_HAS_BALANCE', { balance });
}
