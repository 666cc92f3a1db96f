import type { ReadThrough } from '../elsewhere.port.ts';
import type { PaymentAccountRow } from './payment-account.rows.ts';

/** What of accounts may happen elsewhere. */
export interface AccountsElsewhere {
  /** By its number. */
  readonly paymentAccount?: ReadThrough<PaymentAccountRow>;
}
