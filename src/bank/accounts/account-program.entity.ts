import { defineEntity } from '@mikro-orm/core';
import { Partner } from '../partners/partner.entity.ts';

const AccountProgramSchema = defineEntity({
  name: 'AccountProgram',
  properties: (p) => ({
    id: p.uuid().primary(),
    partnerId: () => p.manyToOne(Partner).mapToPk().fieldName('partner_id').index(),
    name: p.text(),
    pocketsConfigured: p.boolean(),
  }),
});

/** The products that a partner's accounts can have. */
export class AccountProgram extends AccountProgramSchema.class {}
AccountProgramSchema.setClass(AccountProgram);
