import { defineEntity } from '@mikro-orm/core';

const LookupBudgetSchema = defineEntity({
  name: 'LookupBudget',
  properties: (p) => ({
    partnerId: p.text().primary(),
    points: p.double(),
    countedAt: p.datetime(3),
  }),
});

/** What a partner had left of its budget of refused look-ups when one was last charged. */
export class LookupBudget extends LookupBudgetSchema.class {}
LookupBudgetSchema.setClass(LookupBudget);
