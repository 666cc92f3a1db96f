import { CustomerType } from '../../../bank/customers/customer.type.ts';
import { fetchCustomer } from '../registration-decisions/fetch-customer.ts';
import { freshnessResolver } from '../reads/freshness.resolver.ts';
import { readThrough } from '../reads/read-through.loader.ts';
import type { Side } from '../side.ts';

/** Customers that the provider keeps. */
export const customersAtProvider: Side = {
  folder: 'extensions/provider/customers',
  neighbours: ['bank/customers', 'extensions/provider/reads', 'extensions/provider/registration-decisions'],
  resolvers: ({ provider }) => [freshnessResolver(CustomerType, provider)],
  elsewhere: (provider, needs) => ({
    customer: (context, documentNumber, find) =>
      readThrough(provider, context, { find, fetch: (by) => fetchCustomer(needs, documentNumber, by) }),
  }),
};
