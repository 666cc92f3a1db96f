import type { accountNotFound, invalidAccountStatus } from '../accounts/account.errors.ts';
import { refuserOf, type InvalidInput, type RefusalTable } from '../../kernel/domain-error.ts';

/** Errors of closures of accounts. */
export const accountClosureRefusals = {
  ACCOUNT_CANNOT_BE_CLOSED: {
    origin: 'GATEWAY',
    status: 422,
    message: 'The account has open pockets or addressing keys.',
    portuguese: 'A conta tem bolsos abertos ou chaves de endereçamento.',
    condition: 'the account has pockets that are not CLOSED, or addressing keys',
    path: ['accountNumber'],
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(accountClosureRefusals);

/** What stands in the way of a closure; null where only the provider knows it. */
interface InTheWay {
  readonly openPockets: number | null;
  readonly pixEntries: number | null;
}

export function accountCannotBeClosed({ openPockets, pixEntries }: InTheWay) {
  return refuse('ACCOUNT_CANNOT_BE_CLOSED', { openPockets, pixEntries });
}

/** All errors that closePaymentAccount can return. */
export type ClosePaymentAccountRefusal =
  InvalidInput | ReturnType<typeof accountNotFound | typeof invalidAccountStatus | typeof accountCannotBeClosed>;
