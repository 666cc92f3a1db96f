import { Migration20261121150000_pix_entries } from '../../../migrations/Migration20261121150000_pix_entries.ts';
import { Migration20261127111000_released_pix_keys } from '../../../migrations/Migration20261127111000_released_pix_keys.ts';
import type { Capability } from '../../capability.ts';
import { PaymentAccountPixEntriesResolver } from './payment-account-pix-entries.resolver.ts';
import { pixEntryRefusals } from './pix-entry.errors.ts';
import { pixEntryNodes, PixEntryResolver } from './pix-entry.resolver.ts';
import { resumable } from '../../provider/intents/resume-intents.ts';
import { localKeyDirectory as keyDirectory } from './local-key-directory.ts';
import { registerPixEntryPort, type RegisterPixEntryNeeds } from './register-pix-entry.port.ts';
import { pixEntryAtProvider } from './register-pix-entry.provider.ts';
import { pixRest } from './pix-entry.rest.ts';
import { PixEntry } from './pix-entry.entity.ts';

/** Addressing keys that identify accounts. */
export const pix: Capability<RegisterPixEntryNeeds> = {
  folder: 'bank/pix',
  neighbours: [
    'bank/addressing-keys',
    'bank/customers',
    'bank/accounts',
    'provider/calls',
    'provider/intents',
    'provider/events',
    'provider/reads',
  ],
  entities: [PixEntry],
  migrations: [Migration20261121150000_pix_entries, Migration20261127111000_released_pix_keys],
  refusals: [pixEntryRefusals],
  nodes: [pixEntryNodes],
  rest: pixRest,
  atProvider: (needs) => [resumable(pixEntryAtProvider({ ...needs, keyDirectory }))],
  resolvers: (needs) => [
    new PixEntryResolver(registerPixEntryPort(needs)),
    new PaymentAccountPixEntriesResolver(needs.provider),
  ],
};
