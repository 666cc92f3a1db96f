import { defineEntity } from '@mikro-orm/core';
import { CashIn } from '../../../bank/cash-ins/cash-in.entity.ts';

const CashInClearingSchema = defineEntity({
  name: 'CashInClearing',
  properties: (p) => ({
    cashInId: () =>
      p.manyToOne(CashIn).mapToPk().primary().fieldName('cash_in_id').deleteRule('no action').updateRule('no action'),
    partnerId: p.text(),
    /** Of the request that received it: its events are about the same. */
    correlationId: p.uuid(),
    /** When it is cleared by a worker; null: when that is said, or it is cleared. */
    dueAt: p.datetime(3).nullable(),
    /** Null: it is held. */
    clearedAt: p.datetime(3).nullable(),
  }),
  indexes: [{ properties: ['partnerId', 'dueAt'] }],
});

/** A cash-in that was not cleared when it was received; all others were. */
export class CashInClearing extends CashInClearingSchema.class {}
CashInClearingSchema.setClass(CashInClearing);
