import { Migration20261129135100_ends_of_keys } from '../../../migrations/Migration20261129135100_ends_of_keys.ts';
import type { Capability } from '../../capability.ts';
import { eventsAbout, foundBy, type EventSubject } from '../../platform/graphql/vocabulary/event-subject.ts';
import { forgetOld, MONTHLY_REST_MS } from '../../platform/loops/retention.ts';
import { PaymentAccountPixEntriesResolver } from './payment-account-pix-entries.resolver.ts';
import { PixEntryListResolver } from './pix-entry-list.resolver.ts';
import { pixEntryRefusals } from './pix-entry.errors.ts';
import { pixEntryNodes, PixEntryResolver } from './pix-entry.resolver.ts';
import {
  EntryOfAnotherAccountResolver,
  EntryOfSameAccountResolver,
  LastEvpResolver,
} from './refused-entry.resolver.ts';
import { PIX_ENTRY_ACCOUNT_WAS_CHANGED, PIX_ENTRY_WAS_DELETED } from './pix-entry.events.ts';
import { registeredPixEntryLoader } from './pix-entry.loader.ts';
import { PixEntryType } from './pix-entry.type.ts';
import { OwnPixEntryResolver } from './own-pix-entry.resolver.ts';
import { changePixEntryAccountPort, deletePixEntryPort, registerPixEntryPort, type PixNeeds } from './pix.port.ts';
import { PixEntry, PixEntryExcluded } from './pix-entry.entity.ts';

/** How long keys that no longer exist are kept, in milliseconds: 250 days, longer than the events of their deletion. */
const EXCLUDED_KEPT_MS = 250 * 86_400_000;

const pixEntry: EventSubject = {
  field: 'pixEntry',
  description: 'Current state of the key, or its last one.',
  type: () => PixEntryType,
  scope: pixEntryNodes.scope,
  find: foundBy(registeredPixEntryLoader, PixEntryType),
};

/** Addressing keys that identify accounts. */
export const pix: Capability<PixNeeds> = {
  folder: 'bank/pix',
  neighbours: ['bank/addressing-keys', 'bank/customers', 'bank/accounts', 'bank/totp', 'events/log'],
  entities: [PixEntry, PixEntryExcluded],
  migrations: [Migration20261129135100_ends_of_keys],
  events: eventsAbout(pixEntry, PIX_ENTRY_WAS_DELETED, PIX_ENTRY_ACCOUNT_WAS_CHANGED),
  retention: [
    {
      name: 'excluded-keys',
      restMs: MONTHLY_REST_MS,
      forget: forgetOld(
        'forget_excluded_pix_entries',
        { table: 'pix_entry_excluded', isOld: 'excluded_at < $1 order by excluded_at' },
        (now) => new Date(now.getTime() - EXCLUDED_KEPT_MS),
      ),
    },
  ],
  refusals: [pixEntryRefusals],
  nodes: [pixEntryNodes],
  resolvers: (needs) => [
    new PixEntryResolver(registerPixEntryPort(needs)),
    new EntryOfSameAccountResolver(),
    new EntryOfAnotherAccountResolver(),
    new LastEvpResolver(),
    new PixEntryListResolver(),
    new OwnPixEntryResolver(deletePixEntryPort(needs), changePixEntryAccountPort(needs)),
    new PaymentAccountPixEntriesResolver(needs.elsewhere.pixEntriesOfAccount),
  ],
};
