import { refuserOf, type RefusalTable } from '../../kernel/domain-error.ts';

/** Errors of closures of accounts. */
export const accountClosureRefusals = {
  ACCOUNT_CANNOT_BE_CLOSED: {
    origin: 'GATEWAY',
    status: 422,
    message: 'Account has pockets, addressing keys or a balance.',
    portuguese: 'A conta tem bolsos, chaves de endereçamento ou saldo.',
    condition: 'the account has pockets that are not CLOSED, addressing keys, or money',
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
