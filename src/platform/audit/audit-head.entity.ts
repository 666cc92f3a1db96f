import { defineEntity } from '@mikro-orm/core';

const AuditHeadSchema = defineEntity({
  name: 'AuditHead',
  properties: (p) => ({
    partnerId: p.text().primary(),
    position: p.bigint('string'),
    hash: p.text(),
  }),
});

/** The end of a partner's chain. Who keeps a copy of it elsewhere notices when entries before it are changed or gone. */
export class AuditHead extends AuditHeadSchema.class {}
AuditHeadSchema.setClass(AuditHead);
