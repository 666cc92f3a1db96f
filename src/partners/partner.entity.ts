import { defineEntity } from '@mikro-orm/core';

const PartnerSchema = defineEntity({
  name: 'Partner',
  properties: (p) => ({
    id: p.text().primary(),
    name: p.text(),
    companyKey: p.text().unique(),
    createdAt: p.datetime(3),
  }),
});

/** A tenant. Its id is what the partner claim of a token names. */
export class Partner extends PartnerSchema.class {}
PartnerSchema.setClass(Partner);
