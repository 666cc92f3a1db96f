import { Migration20261126090000_provider_calls } from '../../../migrations/Migration20261126090000_provider_calls.ts';
import type { Capability } from '../../capability.ts';
import { ProviderStatusResolver, type ProviderStatusDependencies } from './provider-status.resolver.ts';
import { ProviderPartner } from './provider-partner.entity.ts';

/** Calls to the provider behind the gateway, unless the gateway itself is the bank. */
export const providerCalls: Capability<ProviderStatusDependencies> = {
  folder: 'provider/calls',
  neighbours: ['bank/partners', 'provider/gate'],
  entities: [ProviderPartner],
  migrations: [Migration20261126090000_provider_calls],
  apiRights: [{ entity: ProviderPartner, may: ['select'] }],
  resolvers: (needs) => [new ProviderStatusResolver(needs)],
};
