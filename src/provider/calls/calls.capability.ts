import { Migration20261126090000_provider_calls } from '../../../migrations/Migration20261126090000_provider_calls.ts';
import type { Capability } from '../../capability.ts';
import { shortenWaits } from '../../platform/database/set-back-clock.ts';
import { ProviderBudget } from './provider-budget.entity.ts';
import { ProviderGate } from './provider-gate.entity.ts';
import { ProviderStatusResolver, type ProviderStatusDependencies } from './provider-status.resolver.ts';
import { ProviderPartner } from './provider-partner.entity.ts';

const CHANGES = ['select', 'insert', 'update'] as const;

/** Calls to the provider that the gateway stands before, where it is not the bank itself. */
export const providerCalls: Capability<ProviderStatusDependencies> = {
  folder: 'provider/calls',
  neighbours: ['bank/partners', 'webhooks/breaker'],
  entities: [ProviderPartner, ProviderGate, ProviderBudget],
  migrations: [Migration20261126090000_provider_calls],
  waits: [
    shortenWaits('provider_gate', [
      ...['limited_at', 'rests_until', 'since', 'window_began_at', 'opened_at', 'next_probe_at'],
    ]),
  ],
  apiRights: [
    { entity: ProviderPartner, may: ['select'] },
    { entity: ProviderGate, may: CHANGES },
    { entity: ProviderBudget, may: CHANGES },
  ],
  resolvers: (needs) => [new ProviderStatusResolver(needs)],
};
