import { defineEntity } from '@mikro-orm/core';

const PartnerMessageChangeHeadSchema = defineEntity({
  name: 'PartnerMessageChangeHead',
  properties: (p) => ({
    partnerId: p.text().primary(),
    position: p.bigint('string'),
  }),
  checks: [{ name: 'partner_message_change_head_is_not_negative', expression: 'position >= 0' }],
});

/** The last assigned position among the changes of a partner; 0: none. Moving it requires the lock on the log's head. */
export class PartnerMessageChangeHead extends PartnerMessageChangeHeadSchema.class {}
PartnerMessageChangeHeadSchema.setClass(PartnerMessageChangeHead);
