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
  }),
  indexes: [{ properties: ['partnerId', 'document'] }],
});

/** A proof that has not been used yet; its row is deleted on use. */
export class TransactionalHash extends TransactionalHashSchema.class {}
TransactionalHashSchema.setClass(TransactionalHash);
