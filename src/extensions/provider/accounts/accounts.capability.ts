import { Migration20261129134100_sparse_accounts } from '../../../../migrations/Migration20261129134100_sparse_accounts.ts';
import { PaymentAccountType } from '../../../bank/accounts/payment-account.type.ts';
import { accountSubject, fetchAccount, fetchedAs } from './provider-account.ts';
import { openPaymentAccountAtProvider, paymentAccountAtProvider } from './open-account.provider.ts';
import { resumable } from '../intents/resume-intents.ts';
import { UnmappedRefusalErrorType } from '../intents/unmapped-refusal.result.ts';
import { freshnessResolver } from '../reads/freshness.resolver.ts';
import { readThrough } from '../reads/read-through.loader.ts';
import type { Side } from '../side.ts';

/** Accounts that the provider keeps. */
export const accountsAtProvider: Side = {
  folder: 'extensions/provider/accounts',
  neighbours: [
    'bank/accounts',
    'bank/customers',
    'extensions/provider/calls',
    'extensions/provider/events',
    'extensions/provider/intents',
    'extensions/provider/reads',
  ],
  migrations: [Migration20261129134100_sparse_accounts],
  resolvers: ({ provider }) => [freshnessResolver(PaymentAccountType, provider)],
  members: { OpenPaymentAccountResult: [UnmappedRefusalErrorType] },
  mutations: (needs) => [resumable(paymentAccountAtProvider(needs))],
  subjects: [accountSubject],
  elsewhere: (provider, needs) => ({
    openPaymentAccount: openPaymentAccountAtProvider(provider, needs),
    paymentAccount: (context, number, find) =>
      readThrough(provider, context, {
        find,
        fetch: async (by) => fetchedAs(await fetchAccount(context, { ...by, number })),
      }),
  }),
};
