import { defineEntity } from '@mikro-orm/core';
import { AddressingKeyType } from './addressing-key.enum.ts';

const TransactionalHashSchema = defineEntity({
  name: 'TransactionalHash',
  properties: (p) => ({
    id: p.uuid().primary(),
    digest: p.text(),
    partnerId: p.text(),
    document: p.text(),
    keyType: p.enum(() => AddressingKeyType).nativeEnumName('addressing_key_type'),
    keyValue: p.text(),
    expiresAt: p.datetime(3).index(),
    usedAt: p.datetime(3).nullable(),
  }),
  indexes: [{ properties: ['partnerId', 'document'] }],
});

/** A proof. It is kept for a day after it has expired, also if it was used: its holder learns why it is refused. */
export class TransactionalHash extends TransactionalHashSchema.class {}
TransactionalHashSchema.setClass(TransactionalHash);
