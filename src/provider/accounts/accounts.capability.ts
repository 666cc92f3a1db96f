import { PaymentAccountType } from '../../bank/accounts/payment-account.type.ts';
import { fetchAccount, fetchedAs } from '../../bank/accounts/provider-account.ts';
import { freshnessResolver } from '../reads/freshness.resolver.ts';
import { readThrough } from '../reads/read-through.loader.ts';
import type { Side } from '../side.ts';

/** Accounts that the provider keeps. */
export const accountsAtProvider: Side = {
  folder: 'provider/accounts',
  neighbours: ['bank/accounts', 'provider/reads'],
  resolvers: ({ provider }) => [freshnessResolver(PaymentAccountType, provider)],
  elsewhere: (provider) => ({
    paymentAccount: (context, number, find) =>
      readThrough(provider, context, {
        find,
        fetch: async (by) => fetchedAs(await fetchAccount(context, { ...by, number })),
      }),
  }),
};
