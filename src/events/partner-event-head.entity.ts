import { defineEntity } from '@mikro-orm/core';

const PartnerEventHeadSchema = defineEntity({
  name: 'PartnerEventHead',
  properties: (p) => ({
    partnerId: p.text().primary(),
    position: p.bigint('string'),
    /** When the latest of its events occurred. */
    reachedAt: p.datetime(3),
  }),
  checks: [{ name: 'partner_event_head_is_positive', expression: 'position > 0' }],
});

/** The position that was given last among the events of a partner. Whoever locks the head of the log may move it. */
export class PartnerEventHead extends PartnerEventHeadSchema.class {}
PartnerEventHeadSchema.setClass(PartnerEventHead);
