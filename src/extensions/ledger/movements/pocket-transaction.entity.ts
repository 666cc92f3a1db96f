import { defineEntity } from '@mikro-orm/core';
import { Pocket } from '../../../bank/pockets/pocket.entity.ts';
import { PocketTransactionStatus, PocketTransactionType } from './pocket-transaction.enum.ts';

const PocketTransactionSchema = defineEntity({
  name: 'PocketTransaction',
  properties: (p) => ({
    /** Its authentication code, too. */
    id: p.uuid().primary(),
    partnerId: p.text(),
    pocketId: () => p.manyToOne(Pocket).mapToPk().fieldName('pocket_id'),
    type: p.enum(() => PocketTransactionType),
    status: p.enum(() => PocketTransactionStatus),
    amount: p.decimal('string').precision(16).scale(2),
    currency: p.text(),
    description: p.text().nullable(),
    createdAt: p.datetime(3),
  }),
  indexes: [
    { name: 'pocket_transaction_index', properties: ['pocketId', 'createdAt', 'id'] },
    { name: 'pocket_transaction_type_index', properties: ['pocketId', 'type', 'createdAt', 'id'] },
    { name: 'pocket_transaction_status_index', properties: ['pocketId', 'status', 'createdAt', 'id'] },
  ],
  checks: [{ name: 'pocket_transaction_moves_money', expression: 'amount > 0' }],
});

/** A saving or a redeem of a pocket. */
export class PocketTransaction extends PocketTransactionSchema.class {}
PocketTransactionSchema.setClass(PocketTransaction);
