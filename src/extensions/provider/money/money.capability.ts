import { refusedAtTop } from '../../../platform/graphql/errors/client-error.ts';
import { notAvailable, refuseNotAvailable } from '../intents/not-available.errors.ts';
import { NotAvailableAtProviderErrorType } from '../intents/not-available.result.ts';
import type { Side } from '../side.ts';

const refuse = () => Promise.reject(refusedAtTop(refuseNotAvailable()));

/** Money, whose books are the provider's: nothing is booked here. */
export const moneyAtProvider: Side = {
  folder: 'extensions/provider/money',
  neighbours: ['extensions/provider/intents'],
  members: {
    SaveToPocketResult: [NotAvailableAtProviderErrorType],
    RedeemFromPocketResult: [NotAvailableAtProviderErrorType],
    RecordCashInResult: [NotAvailableAtProviderErrorType],
    ClearCashInResult: [NotAvailableAtProviderErrorType],
  },
  elsewhere: () => ({
    moveMoney: notAvailable,
    recordCashIn: notAvailable,
    clearCashIn: notAvailable,
    balanceOfAccount: refuse,
    balanceOfPocket: refuse,
    refuseBooks() {
      throw refusedAtTop(refuseNotAvailable());
    },
  }),
};
