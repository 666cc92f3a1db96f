import { defineEntity } from '@mikro-orm/core';

const ProviderBudgetSchema = defineEntity({
  name: 'ProviderBudget',
  properties: (p) => ({
    /** Always 1: there is one row. */
    id: p.integer().primary().autoincrement(false),
    /** Number of the slot since 1970, and how many calls were taken out of it. */
    slot: p.bigint('string'),
    taken: p.integer(),
    /** What the last draw was granted: how a draw learns what it has got. */
    granted: p.integer(),
  }),
});

/** Calls that all processes have sent in the slot that is running. Not logged: a crash forgets one slot. */
export class ProviderBudget extends ProviderBudgetSchema.class {}
ProviderBudgetSchema.setClass(ProviderBudget);
