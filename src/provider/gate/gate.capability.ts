import type { Capability } from '../../capability.ts';
import { shortenWaits } from '../../platform/database/set-back-clock.ts';
import { ProviderBudget } from './provider-budget.entity.ts';
import { ProviderGate } from './provider-gate.entity.ts';

const CHANGES = ['select', 'insert', 'update'] as const;

/** Decides which calls to the provider are sent, and when: circuit breaker, request budget, and turns of partners. */
export const providerGate: Capability = {
  folder: 'provider/gate',
  neighbours: ['webhooks/breaker'],
  entities: [ProviderGate, ProviderBudget],
  waits: [
    shortenWaits('provider_gate', [
      'limited_at',
      'rests_until',
      'since',
      'window_began_at',
      'opened_at',
      'next_probe_at',
    ]),
  ],
  apiRights: [
    { entity: ProviderGate, may: CHANGES },
    { entity: ProviderBudget, may: CHANGES },
  ],
};
