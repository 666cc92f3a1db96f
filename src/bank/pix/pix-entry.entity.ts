import { defineEntity } from '@mikro-orm/core';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';

const PixEntrySchema = defineEntity({
  name: 'PixEntry',
  properties: (p) => ({
    id: p.uuid().primary(),
    keyType: p.enum(() => AddressingKeyType).nativeEnumName('addressing_key_type'),
    keyValue: p.text(),
    /** No foreign keys to bank and partner: each insert would lock a row that all writers share. */
    ispb: p.text(),
    ownerDocument: p.text(),
    partnerId: p.text().nullable(),
    accountId: () => p.manyToOne(PaymentAccount).mapToPk().fieldName('account_id').nullable().deleteRule('no action'),
    createdAt: p.datetime(3),
  }),
  // The value first: behind row-level security no index is searched by an enum.
  uniques: [{ name: 'pix_entry_key_type_key_value_unique', properties: ['keyValue', 'keyType'] }],
  indexes: [
    { properties: ['accountId', 'createdAt', 'id', 'partnerId'] },
    { properties: ['partnerId', 'createdAt', 'id'] },
    { properties: ['partnerId', 'keyType', 'createdAt', 'id'] },
    { name: 'pix_entry_owner_index', properties: ['partnerId', 'ownerDocument', 'createdAt', 'id'] },
  ],
  checks: [
    { name: 'pix_entry_of_an_account_has_a_partner', expression: '(account_id is null) = (partner_id is null)' },
  ],
});

/** A key of the directory; without partner and account, it belongs to another institution. */
export class PixEntry extends PixEntrySchema.class {}
PixEntrySchema.setClass(PixEntry);

const PixEntryExcludedSchema = defineEntity({
  name: 'PixEntryExcluded',
  properties: (p) => ({
    /** The id that the key had in the directory. */
    id: p.uuid().primary(),
    keyType: p.enum(() => AddressingKeyType).nativeEnumName('addressing_key_type'),
    keyValue: p.text(),
    partnerId: p.text(),
    accountId: p.uuid(),
    createdAt: p.datetime(3),
    excludedAt: p.datetime(3).defaultRaw('now()').index(),
  }),
  indexes: [{ properties: ['accountId', 'createdAt'] }],
});

/** A key of a partner that no longer exists at the provider. */
export class PixEntryExcluded extends PixEntryExcludedSchema.class {}
PixEntryExcludedSchema.setClass(PixEntryExcluded);
