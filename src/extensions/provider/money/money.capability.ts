import {
  POCKET_ACCOUNT_REDEEM_WAS_COMPLETED,
  POCKET_ACCOUNT_SAVING_WAS_COMPLETED,
} from '../../ledger/movements/pocket-transaction.events.ts';
import { refusedAtTop } from '../../../platform/graphql/errors/client-error.ts';
import { notAvailable, refuseNotAvailable } from '../intents/not-available.errors.ts';
import { NotAvailableAtProviderErrorType } from '../intents/not-available.result.ts';
import { pocketSubject } from '../pockets/fetch-pocket.ts';
import type { Side } from '../side.ts';

const refuse = () => Promise.reject(refusedAtTop(refuseNotAvailable()));

/** Money, whose books are the provider's: nothing is booked here. */
export const moneyAtProvider: Side = {
  folder: 'extensions/provider/money',
  neighbours: ['extensions/ledger/movements', 'extensions/provider/intents', 'extensions/provider/pockets'],
  subjects: [
    {
      ...pocketSubject,
      names: [POCKET_ACCOUNT_SAVING_WAS_COMPLETED.name, POCKET_ACCOUNT_REDEEM_WAS_COMPLETED.name],
    },
  ],
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
