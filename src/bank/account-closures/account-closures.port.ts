import type { WithoutDatabase } from '../../platform/database/caller.ts';
import type { Perform } from '../elsewhere.port.ts';
import {
  closePaymentAccount,
  type ClosedAccount,
  type ClosePaymentAccountCommand,
  type ClosePaymentAccountDependencies,
} from './close-payment-account.ts';

/** Closes an account. */
export type ClosePaymentAccount = Perform<ClosePaymentAccountCommand, ClosedAccount>;

/** What of closures may happen elsewhere. */
export interface AccountClosuresElsewhere {
  readonly closePaymentAccount?: ClosePaymentAccount;
}

export interface AccountClosuresNeeds extends WithoutDatabase<ClosePaymentAccountDependencies> {
  readonly elsewhere: AccountClosuresElsewhere;
}

/** Closes accounts elsewhere, or here. */
export function closePaymentAccountPort({ elsewhere, ...needs }: AccountClosuresNeeds): ClosePaymentAccount {
  return (
    elsewhere.closePaymentAccount ??
    (({ database, requester }, command) => closePaymentAccount({ ...needs, database }, requester, command))
  );
}
