import { defineEntity } from '@mikro-orm/core';
import { LedgerBucket, LedgerKind } from './ledger.enum.ts';

const LedgerEntrySchema = defineEntity({
  name: 'LedgerEntry',
  properties: (p) => ({
    id: p.uuid().primary(),
    partnerId: p.text(),
    /** The cash-in or the transaction of a pocket: with `kind` it names the transaction whose entries sum to zero. */
    subjectId: p.uuid(),
    kind: p.enum(() => LedgerKind),
    /** From 1, in the transaction. */
    nth: p.smallint(),
    /** The account or the pocket; null for SETTLEMENT. */
    ownerId: p.uuid().nullable(),
    bucket: p.enum(() => LedgerBucket),
    /** Negative for a debit. */
    amount: p.decimal('string').precision(24).scale(2),
    /** From 1 without a gap, of AVAILABLE of an owner. */
    sequence: p.bigint('string').nullable(),
    /** AVAILABLE of the owner after it. */
    balanceAfter: p.decimal('string').precision(24).scale(2).nullable(),
    /** Never before that of an earlier entry of the owner. */
    occurredAt: p.datetime(3),
  }),
  uniques: [
    { name: 'ledger_entry_is_booked_once', properties: ['subjectId', 'kind', 'nth'] },
    { name: 'ledger_entry_has_its_place', properties: ['ownerId', 'occurredAt', 'sequence'] },
  ],
  indexes: [
    { name: 'ledger_entry_kind_index', properties: ['ownerId', 'kind', 'occurredAt', 'sequence'] },
    { name: 'ledger_entry_occurred_at_index', properties: ['occurredAt'] },
  ],
  triggers: [
    {
      name: 'ledger_entry_sums_to_zero',
      timing: 'after',
      events: ['insert'],
      forEach: 'statement',
      expression: `create trigger ledger_entry_sums_to_zero after insert on ledger_entry
        referencing new table as added for each statement execute function refuse_unbalanced_ledger()`,
    },
    {
      name: 'ledger_entry_is_final',
      timing: 'before',
      events: ['update', 'delete', 'truncate'],
      forEach: 'statement',
      expression: `create trigger ledger_entry_is_final before update or delete or truncate on ledger_entry
        for each statement execute function refuse_changed_ledger()`,
    },
  ],
  checks: [
    { name: 'ledger_entry_moves_money', expression: 'amount <> 0' },
    { name: 'ledger_entry_has_an_owner', expression: "(owner_id is null) = (bucket = 'SETTLEMENT')" },
    {
      name: 'ledger_entry_has_a_balance',
      expression: "(bucket = 'AVAILABLE') = (sequence is not null and balance_after is not null)",
    },
  ],
});

/** One side of a movement of money. It is never changed or deleted. */
export class LedgerEntry extends LedgerEntrySchema.class {}
LedgerEntrySchema.setClass(LedgerEntry);
