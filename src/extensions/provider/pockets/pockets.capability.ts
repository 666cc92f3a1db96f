import { createPocketAtProvider, pocketAtProvider } from './create-pocket.provider.ts';
import { fetchPocket, fetchPocketsOf, pocketSubject } from './fetch-pocket.ts';
import { PocketType } from '../../../bank/pockets/pocket.type.ts';
import { resumable } from '../intents/resume-intents.ts';
import { freshnessResolver } from '../reads/freshness.resolver.ts';
import { ReadPart } from '../reads/provider-reading.rows.ts';
import { readThrough, refreshList } from '../reads/read-through.loader.ts';
import { notAvailable } from '../intents/not-available.errors.ts';
import { NotAvailableAtProviderErrorType } from '../intents/not-available.result.ts';
import { UnmappedRefusalErrorType } from '../intents/unmapped-refusal.result.ts';
import type { Side } from '../side.ts';

/** Pockets that the provider keeps. */
export const pocketsAtProvider: Side = {
  folder: 'extensions/provider/pockets',
  neighbours: [
    'bank/accounts',
    'bank/pockets',
    'extensions/provider/accounts',
    'extensions/provider/calls',
    'extensions/provider/events',
    'extensions/provider/intents',
    'extensions/provider/reads',
  ],
  members: {
    CreatePocketResult: [UnmappedRefusalErrorType],
    ClosePocketResult: [NotAvailableAtProviderErrorType],
  },
  mutations: (needs) => [resumable(pocketAtProvider(needs))],
  subjects: [pocketSubject],
  resolvers: ({ provider }) => [freshnessResolver(PocketType, provider)],
  elsewhere: (provider, needs) => ({
    createPocket: createPocketAtProvider(provider, needs),
    closePocket: notAvailable,
    pocket: (context, number, find) =>
      readThrough(provider, context, { find, fetch: (by) => fetchPocket(context, number, by) }),
    pocketsOfAccount: (context, account) =>
      refreshList(provider, context, {
        accountId: account.id,
        part: ReadPart.POCKETS,
        fetch: (by) => fetchPocketsOf(context, account, by),
      }),
  }),
};
