import { defineEntity } from '@mikro-orm/core';

const ProviderBudgetSchema = defineEntity({
  name: 'ProviderBudget',
  properties: (p) => ({
    /** Always 1: there is one row. */
    id: p.integer().primary().autoincrement(false),
    /** Number of the slot since 1970, and how many calls were drawn from it. */
    slot: p.bigint('string'),
    taken: p.integer(),
    /** Calls that the last draw was granted: its statement returns them. */
    granted: p.integer(),
  }),
});

/** Calls that all processes have drawn from the current slot. Unlogged: a crash loses one slot. */
export class ProviderBudget extends ProviderBudgetSchema.class {}
ProviderBudgetSchema.setClass(ProviderBudget);
