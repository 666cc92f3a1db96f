import { UnmappedRefusalErrorType } from '../intents/unmapped-refusal.result.ts';
import type { Side } from '../side.ts';
import { closePaymentAccountAtProvider } from './close-payment-account.provider.ts';

/** Closures of accounts at the provider. */
export const accountClosuresAtProvider: Side = {
  folder: 'extensions/provider/account-closures',
  neighbours: [
    'bank/account-closures',
    'bank/accounts',
    'extensions/provider/accounts',
    'extensions/provider/calls',
    'extensions/provider/intents',
  ],
  members: { ClosePaymentAccountResult: [UnmappedRefusalErrorType] },
  elsewhere: (provider, needs) => ({ closePaymentAccount: closePaymentAccountAtProvider(provider, needs) }),
};
