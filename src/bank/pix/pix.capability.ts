import { Migration20261121150000_pix_entries } from '../../../migrations/Migration20261121150000_pix_entries.ts';
import type { Capability } from '../../capability.ts';
import type { WithoutDatabase } from '../../platform/graphql/operations/request-context.ts';
import { PaymentAccountPixEntriesResolver } from './payment-account-pix-entries.resolver.ts';
import { pixEntryRefusals } from './pix-entry.errors.ts';
import { pixEntryNodes, PixEntryResolver } from './pix-entry.resolver.ts';
import type { RegisterPixEntryDependencies } from './register-pix-entry.ts';
import { pixRest } from './pix-entry.rest.ts';
import { PixEntry } from './pix-entry.entity.ts';
import { TransactionalHash } from './transactional-hash.entity.ts';

/** Addressing keys of the Pix. */
export const pix: Capability<WithoutDatabase<RegisterPixEntryDependencies>> = {
  folder: 'bank/pix',
  neighbours: ['bank/partners', 'bank/customers', 'bank/accounts'],
  entities: [PixEntry, TransactionalHash],
  migrations: [Migration20261121150000_pix_entries],
  refusals: [pixEntryRefusals],
  nodes: [pixEntryNodes],
  rest: pixRest,
  resolvers: (needs) => [new PixEntryResolver(needs), new PaymentAccountPixEntriesResolver()],
};
