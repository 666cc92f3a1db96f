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
 * A budget of look-ups that is not full: a partner's, or, with a document as `person`, that for one person. It is full
 * again at `fullAt`; a row that is full says nothing, and goes. `reserved` of what is taken may yet be given back.
 */
export class LookupBudget extends LookupBudgetSchema.class {}
LookupBudgetSchema.setClass(LookupBudget);
