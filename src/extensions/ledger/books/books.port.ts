import type { Refresh } from '../../../bank/elsewhere.port.ts';

/** What a balance is fetched for. */
export type RefreshBalance = Refresh<{ readonly id: string; readonly number: string }>;

/** What of books may happen elsewhere: nothing is booked here then, and what is stored of balances are copies. */
export interface BooksElsewhere {
  /** Each fetches a balance, unless what is stored of it is recent. */
  readonly balanceOfAccount?: RefreshBalance;
  readonly balanceOfPocket?: RefreshBalance;
  /** Refuses to show what only the books say. @throws GraphQLError */
  readonly refuseBooks?: () => void;
}

declare module '../../../ports.ts' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- an extension adds what of it may happen elsewhere
  interface Elsewhere extends BooksElsewhere {}
}
