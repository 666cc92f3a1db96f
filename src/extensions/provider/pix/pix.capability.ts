import { requesterOf } from '../../../platform/requests/request-context.ts';
import { deletePixEntryAtProvider } from './delete-pix-entry.provider.ts';
import { fetchKeysOf } from './fetch-keys.ts';
import { pixEntryAtProvider, registerPixEntryAtProvider } from './register-pix-entry.provider.ts';
import { resumable } from '../intents/resume-intents.ts';
import { ReadPart } from '../reads/provider-reading.rows.ts';
import { refreshList } from '../reads/read-through.loader.ts';
import { notAvailable } from '../intents/not-available.errors.ts';
import { NotAvailableAtProviderErrorType } from '../intents/not-available.result.ts';
import { UnmappedRefusalErrorType } from '../intents/unmapped-refusal.result.ts';
import type { Side } from '../side.ts';

/** Addressing keys that the provider registers. */
export const pixAtProvider: Side = {
  folder: 'extensions/provider/pix',
  neighbours: [
    'bank/accounts',
    'bank/customers',
    'bank/addressing-keys',
    'bank/pix',
    'events/log',
    'extensions/provider/accounts',
    'extensions/provider/calls',
    'extensions/provider/events',
    'extensions/provider/intents',
    'extensions/provider/reads',
  ],
  members: {
    RegisterPixEntryResult: [UnmappedRefusalErrorType],
    DeletePixEntryResult: [UnmappedRefusalErrorType],
    ChangePixEntryAccountResult: [NotAvailableAtProviderErrorType],
  },
  mutations: (needs) => [resumable(pixEntryAtProvider(needs))],
  elsewhere: (provider, needs) => ({
    registerPixEntry: registerPixEntryAtProvider(provider, needs),
    deletePixEntry: deletePixEntryAtProvider(provider, needs),
    changePixEntryAccount: notAvailable,
    pixEntriesOfAccount: (context, account) =>
      refreshList(provider, context, {
        accountId: account.id,
        part: ReadPart.KEYS,
        fetch: (by) => fetchKeysOf({ ...needs, requester: requesterOf(context) }, account, by),
      }),
  }),
};
