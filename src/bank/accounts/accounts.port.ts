import type { WithoutDatabase } from '../../platform/database/caller.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import { customerNotFound } from '../customers/customer.errors.ts';
import type { Perform, ReadThrough } from '../elsewhere.port.ts';
import { openAccount, type OpenAccountDependencies } from './open-account.ts';
import type { PaymentAccountRow } from './payment-account.rows.ts';

/** Name of the mutation in keys and intents. */
export const OPEN_PAYMENT_ACCOUNT = 'openPaymentAccount';

interface OpenPaymentAccountCommand {
  readonly idempotencyKey: string;
  readonly documentNumber: string;
}

/** Opens a payment account. */
export type OpenPaymentAccount = Perform<OpenPaymentAccountCommand, Made<PaymentAccountRow>>;

/** What of accounts may happen elsewhere. */
export interface AccountsElsewhere {
  readonly openPaymentAccount?: OpenPaymentAccount;
  /** By its number. */
  readonly paymentAccount?: ReadThrough<PaymentAccountRow>;
}

export interface AccountsNeeds extends WithoutDatabase<OpenAccountDependencies> {
  readonly elsewhere: AccountsElsewhere;
}

/** Opens accounts elsewhere, or here. */
export function openPaymentAccountPort({ elsewhere, ...needs }: AccountsNeeds): OpenPaymentAccount {
  return (
    elsewhere.openPaymentAccount ??
    (({ database, requester }, command) =>
      openAccount({ ...needs, database }, requester, {
        ...command,
        mutation: OPEN_PAYMENT_ACCOUNT,
        refuseUnknown: customerNotFound,
      }))
  );
}
