import { Migration20261129000400_provider } from '../../../../migrations/Migration20261129000400_provider.ts';
import type { Capability } from '../../../capability.ts';
import { ProviderStatusResolver, type ProviderStatusDependencies } from './provider-status.resolver.ts';
import { resealCredentials } from './reseal-credentials.ts';
import { ProviderPartner } from './provider-partner.entity.ts';

/** Calls to the provider behind the gateway, unless the gateway itself is the bank. */
export const providerCalls: Capability<ProviderStatusDependencies> = {
  folder: 'extensions/provider/calls',
  neighbours: ['bank/partners', 'extensions/provider/gate'],
  entities: [ProviderPartner],
  migrations: [Migration20261129000400_provider],
  apiRights: [{ entity: ProviderPartner, may: ['select'] }],
  sealed: [{ what: 'credentials of <n> partners', reseal: resealCredentials }],
  resolvers: (needs) => [new ProviderStatusResolver(needs)],
};
