import type { Capability } from '../../../capability.ts';
import { ProviderBudget } from './provider-budget.entity.ts';
import { ProviderGate } from './provider-gate.entity.ts';

const CHANGES = ['select', 'insert', 'update'] as const;

/** Decides which calls to the provider are sent, and when: circuit breaker, request budget, and turns of partners. */
export const providerGate: Capability = {
  folder: 'extensions/provider/gate',
  neighbours: ['webhooks/breaker'],
  entities: [ProviderGate, ProviderBudget],
  apiRights: [
    { entity: ProviderGate, may: CHANGES },
    { entity: ProviderBudget, may: CHANGES },
  ],
};
