import { defineEntity } from '@mikro-orm/core';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { TaxpayerIdType } from '../../kernel/taxpayer-id.ts';
import { PocketStatus, PocketUseCase } from './pocket.enum.ts';

const PocketSchema = defineEntity({
  name: 'Pocket',
  properties: (p) => ({
    id: p.uuid().primary(),
    /** No foreign key: each insert would lock the partner's row, which all its writers share. */
    partnerId: p.text(),
    accountId: () => p.manyToOne(PaymentAccount).mapToPk().fieldName('account_id'),
    number: p.text(),
    label: p.text(),
    currency: p.text(),
    status: p.enum(() => PocketStatus).nativeEnumName('pocket_status'),
    reason: p.text(),
    category: p.text(),
    useCase: p.enum(() => PocketUseCase).nativeEnumName('pocket_use_case'),
    userName: p.text(),
    userDocumentValue: p.text(),
    userDocumentType: p.enum(() => TaxpayerIdType).nativeEnumName('document_type'),
    userBirthDate: p.date(),
    /** Additional data of the partner, stored unchanged: `jsonb` would reorder its keys. */
    metadata: p.json<object>().columnType('json').nullable(),
    createdAt: p.datetime(3),
  }),
  indexes: [
    { properties: ['accountId', 'createdAt', 'id', 'partnerId'] },
    { properties: ['partnerId', 'createdAt', 'id'] },
    { properties: ['partnerId', 'status', 'createdAt', 'id'] },
    { properties: ['partnerId', 'useCase', 'createdAt', 'id'] },
    { name: 'pocket_user_index', properties: ['partnerId', 'userDocumentValue', 'createdAt', 'id'] },
  ],
  uniques: [{ name: 'pocket_number_unique', properties: ['number', 'partnerId'] }],
  checks: [{ name: 'pocket_number_ends_with_currency', expression: 'right(number, 3) = currency' }],
});

/** A pocket account that a partner created for a client under a payment account. */
export class Pocket extends PocketSchema.class {}
PocketSchema.setClass(Pocket);
