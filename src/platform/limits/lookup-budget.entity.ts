import { defineEntity } from '@mikro-orm/core';

const LookupBudgetSchema = defineEntity({
  name: 'LookupBudget',
  properties: (p) => ({
    partnerId: p.text().primary(),
    budget: p.text().primary(),
    person: p.text().primary(),
    fullAt: p.datetime(6).index(),
    reserved: p.integer(),
    reservedAt: p.datetime(6),
  }),
});

/**
 * A look-up budget that is not full: of a partner, or of one person, whose document is `person`. It is full again at
 * `fullAt`; the row is then redundant, and is deleted. Of what is taken, `reserved` can still be returned.
 */
export class LookupBudget extends LookupBudgetSchema.class {}
LookupBudgetSchema.setClass(LookupBudget);
