import { fetchKeysOf } from '../../bank/pix/fetch-keys.ts';
import { pixEntryAtProvider, registerPixEntryAtProvider } from '../../bank/pix/register-pix-entry.provider.ts';
import { resumable } from '../intents/resume-intents.ts';
import { ReadPart } from '../reads/provider-reading.rows.ts';
import { refreshList } from '../reads/read-through.loader.ts';
import { UnmappedRefusalErrorType } from '../intents/unmapped-refusal.result.ts';
import type { Side } from '../side.ts';

/** Addressing keys that the provider registers. */
export const pixAtProvider: Side = {
  folder: 'provider/pix',
  neighbours: ['bank/pix', 'provider/intents', 'provider/reads'],
  members: { RegisterPixEntryResult: [UnmappedRefusalErrorType] },
  mutations: (needs) => [resumable(pixEntryAtProvider(needs))],
  elsewhere: (provider, needs) => ({
    registerPixEntry: registerPixEntryAtProvider(provider, needs),
    pixEntriesOfAccount: (context, account) =>
      refreshList(provider, context, {
        accountId: account.id,
        part: ReadPart.KEYS,
        fetch: (by) => fetchKeysOf(context, account, by),
      }),
  }),
};
