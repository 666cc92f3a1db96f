import { defineEntity } from '@mikro-orm/core';

const LedgerCheckSchema = defineEntity({
  name: 'LedgerCheck',
  properties: (p) => ({
    id: p.integer().primary().autoincrement(false),
    /** Whatever has moved since is checked next. */
    movedSince: p.datetime(3),
    checkedAt: p.datetime(3),
    /** Faults that the last check has found. */
    violations: p.integer(),
  }),
  checks: [{ name: 'ledger_check_is_one_row', expression: 'id = 1' }],
});

/** The hourly check of the books, which the workers share. */
export class LedgerCheck extends LedgerCheckSchema.class {}
LedgerCheckSchema.setClass(LedgerCheck);
