import { defineEntity } from '@mikro-orm/core';

const AuditHeadSchema = defineEntity({
  name: 'AuditHead',
  properties: (p) => ({
    partnerId: p.text().primary(),
    position: p.bigint('string'),
    hash: p.text(),
  }),
});

/** The end of a partner's chain. A copy stored elsewhere reveals whether entries before it were changed or removed. */
export class AuditHead extends AuditHeadSchema.class {}
AuditHeadSchema.setClass(AuditHead);
