import type { Capability } from '../../capability.ts';
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
import { registerPixEntryPort, type PixNeeds } from './pix.port.ts';
import { PixEntry, PixEntryExcluded } from './pix-entry.entity.ts';

/** How long keys that no longer exist are kept, in milliseconds: 215 days, seven months. */
const EXCLUDED_KEPT_MS = 215 * 86_400_000;

/** Addressing keys that identify accounts. */
export const pix: Capability<PixNeeds> = {
  folder: 'bank/pix',
  neighbours: ['bank/addressing-keys', 'bank/customers', 'bank/accounts', 'bank/totp'],
  entities: [PixEntry, PixEntryExcluded],
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
    new PaymentAccountPixEntriesResolver(needs.elsewhere.pixEntriesOfAccount),
  ],
};
