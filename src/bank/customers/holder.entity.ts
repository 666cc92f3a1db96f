import { defineEntity } from '@mikro-orm/core';
import { TaxpayerIdType } from '../../kernel/taxpayer-id.ts';
import { Partner } from '../partners/partner.entity.ts';
import { CustomerStatus } from './customer-status.enum.ts';
import { HolderStatus, HolderType } from './holder.enum.ts';

const HolderSchema = defineEntity({
  name: 'Holder',
  properties: (p) => ({
    id: p.uuid().primary(),
    partnerId: () => p.manyToOne(Partner).mapToPk().fieldName('partner_id'),
    documentValue: p.text(),
    documentType: p.enum(() => TaxpayerIdType).nativeEnumName('document_type'),
    type: p.enum(() => HolderType).nativeEnumName('holder_type'),
    name: p.text(),
    status: p.enum(() => HolderStatus).nativeEnumName('holder_status'),
    registrationStatus: p.enum(() => CustomerStatus).nativeEnumName('customer_status'),
    createdAt: p.datetime(3),
  }),
  uniques: [{ properties: ['partnerId', 'documentValue'] }],
});

/** A holder of payment accounts at the bank, a person or a company. */
export class Holder extends HolderSchema.class {}
HolderSchema.setClass(Holder);
