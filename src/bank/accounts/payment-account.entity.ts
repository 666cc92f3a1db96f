import { defineEntity } from '@mikro-orm/core';
import { Holder } from '../customers/holder.entity.ts';
import { Partner } from '../partners/partner.entity.ts';
import { AccountProgram } from './account-program.entity.ts';
import { AccountStatus, AccountType } from './account.enum.ts';
import { Bank } from './bank.entity.ts';

const PaymentAccountSchema = defineEntity({
  name: 'PaymentAccount',
  properties: (p) => ({
    id: p.uuid().primary(),
    partnerId: () => p.manyToOne(Partner).mapToPk().fieldName('partner_id'),
    programId: () => p.manyToOne(AccountProgram).mapToPk().fieldName('program_id'),
    holderId: () => p.manyToOne(Holder).mapToPk().fieldName('holder_id'),
    bankIspb: () => p.manyToOne(Bank).mapToPk().fieldName('bank_ispb'),
    branch: p.text(),
    number: p.text(),
    type: p.enum(() => AccountType).nativeEnumName('account_type'),
    status: p.enum(() => AccountStatus).nativeEnumName('account_status'),
    reason: p.text().nullable(),
    pocketLimit: p.integer(),
    createdAt: p.datetime(3),
  }),
  uniques: [{ properties: ['partnerId', 'number'] }, { properties: ['bankIspb', 'branch', 'number'] }],
  indexes: [
    { properties: ['partnerId', 'status', 'number'] },
    { properties: ['partnerId', 'type', 'number'] },
    { properties: ['holderId', 'number'] },
  ],
  checks: [{ name: 'payment_account_pocket_limit_is_a_count', expression: 'pocket_limit >= 0' }],
});

/** An account of a partner's client; pockets and addressing keys belong to it. */
export class PaymentAccount extends PaymentAccountSchema.class {}
PaymentAccountSchema.setClass(PaymentAccount);
