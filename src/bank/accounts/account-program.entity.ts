import { defineEntity } from '@mikro-orm/core';
import { Partner } from '../partners/partner.entity.ts';
import { Bank } from './bank.entity.ts';

const AccountProgramSchema = defineEntity({
  name: 'AccountProgram',
  properties: (p) => ({
    id: p.uuid().primary(),
    partnerId: () => p.manyToOne(Partner).mapToPk().fieldName('partner_id').index(),
    name: p.text(),
    pocketsConfigured: p.boolean(),
    bankIspb: () => p.manyToOne(Bank).mapToPk().fieldName('bank_ispb').nullable().deleteRule('no action'),
    branch: p.text().nullable(),
    pocketLimit: p.integer().nullable(),
  }),
  checks: [
    {
      name: 'account_program_has_all_terms_or_none',
      expression: 'num_nulls(bank_ispb, branch, pocket_limit) in (0, 3)',
    },
    { name: 'account_program_pocket_limit_is_a_count', expression: 'pocket_limit >= 0' },
  ],
});

/** The products that a partner's accounts can have, and the terms on which new ones are opened; null: none are. */
export class AccountProgram extends AccountProgramSchema.class {}
AccountProgramSchema.setClass(AccountProgram);
