import { defineEntity } from '@mikro-orm/core';

const LedgerBalanceSchema = defineEntity({
  name: 'LedgerBalance',
  properties: (p) => ({
    /** Id of the account or the pocket. */
    ownerId: p.uuid().primary(),
    partnerId: p.text(),
    /** What can be spent; of many payments of the largest amount. */
    available: p.decimal('string').precision(24).scale(2),
    /** What was received and is not yet cleared. */
    hold: p.decimal('string').precision(24).scale(2),
    /** Number of entries of `available`: the sequence of the last one. */
    entries: p.bigint('string'),
    /** When that one occurred; null: none yet. */
    lastEntryAt: p.datetime(3).nullable(),
  }),
  checks: [{ name: 'ledger_balance_is_not_negative', expression: 'available >= 0 and hold >= 0' }],
});

/** The balance of an account or a pocket, which its first entry makes. */
export class LedgerBalance extends LedgerBalanceSchema.class {}
LedgerBalanceSchema.setClass(LedgerBalance);
