import type { invalidAccountStatus } from '../../../bank/accounts/account.errors.ts';
import type { invalidPocketStatus, pocketNotFound } from '../../../bank/pockets/pocket.errors.ts';
import { refuserOf, type InvalidInput, type RefusalTable } from '../../../kernel/domain-error.ts';
import type { IdempotencyKeyReused } from '../../../kernel/idempotency-key-reused.ts';
import type { Money } from '../books/balance.value.ts';

/** Errors of movements of money. */
export const movementRefusals = {
  CURRENCY_MISMATCH: {
    origin: 'GATEWAY',
    status: 422,
    message: 'The currencies of amount, pocket and account differ.',
    portuguese: 'As moedas do valor, do bolso e da conta são diferentes.',
    condition: 'the currencies of the amount, the pocket and the account are not the same',
    path: ['currency'],
  },
  INSUFFICIENT_FUNDS: {
    origin: 'GATEWAY',
    status: 422,
    message: 'Insufficient funds.',
    portuguese: 'Saldo insuficiente.',
    condition: 'less than the amount is available where it would be taken from',
    path: ['amount'],
  },
  POCKET_TRANSACTION_NOT_FOUND: {
    origin: 'GATEWAY',
    status: 404,
    message: 'Transaction not found.',
    portuguese: 'Transação não encontrada.',
    condition: 'the pocket has no transaction with this code',
    restOnly: true,
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(movementRefusals);

export function currencyMismatch(pocketCurrency: string | null, accountCurrency: string | null) {
  return refuse('CURRENCY_MISMATCH', { pocketCurrency, accountCurrency });
}

export function insufficientFunds(available: Money | null) {
  return refuse('INSUFFICIENT_FUNDS', { available });
}

/** Why money does not move. */
export type MovementRefusal = ReturnType<
  | typeof pocketNotFound
  | typeof invalidAccountStatus
  | typeof invalidPocketStatus
  | typeof currencyMismatch
  | typeof insufficientFunds
>;

/** All errors that saveToPocket and redeemFromPocket can return. */
export type MoveMoneyRefusal = InvalidInput | IdempotencyKeyReused | MovementRefusal;
