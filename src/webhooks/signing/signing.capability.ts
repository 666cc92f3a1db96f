import type { Capability } from '../../capability.ts';
import type { PartnerKeys } from './partner-keys.ts';
import { SigningKey } from './signing-key.entity.ts';
import { SigningResolver } from './signing.resolver.ts';

/** Keys of partners that sign what they get, and are published. */
export const signing: Capability<{ readonly partnerKeys: PartnerKeys }> = {
  folder: 'webhooks/signing',
  neighbours: ['bank/partners'],
  entities: [SigningKey],
  // Whoever asks for a set of keys has no token.
  apiRights: [{ entity: SigningKey, may: ['select'] }],
  resolvers: ({ partnerKeys }) => [new SigningResolver(partnerKeys)],
};
