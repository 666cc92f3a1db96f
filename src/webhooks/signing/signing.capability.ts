import type { Capability } from '../../capability.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import { resealSigningKeys } from './reseal-signing-keys.ts';
import type { RotationDependencies } from './rotate-signing-key.ts';
import { SigningKey } from './signing-key.entity.ts';
import { signingRefusals } from './signing.errors.ts';
import { SigningResolver } from './signing.resolver.ts';

/** Keys that sign messages to partners, and their publication. */
export const signing: Capability<WithoutDatabase<RotationDependencies>> = {
  folder: 'webhooks/signing',
  neighbours: ['bank/partners'],
  entities: [SigningKey],
  refusals: [signingRefusals],
  // Requests for a key set have no token.
  apiRights: [{ entity: SigningKey, may: ['select'] }],
  sealed: [{ what: '<n> signing keys of partners', reseal: resealSigningKeys }],
  resolvers: (needs) => [new SigningResolver(needs)],
};
