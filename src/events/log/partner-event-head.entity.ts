import { defineEntity } from '@mikro-orm/core';

const PartnerEventHeadSchema = defineEntity({
  name: 'PartnerEventHead',
  properties: (p) => ({
    partnerId: p.text().primary(),
    position: p.bigint('string'),
    /** Of its next events, if it is ahead of everybody's. */
    epoch: p.integer().default(1),
    /** When the latest of its events occurred. */
    reachedAt: p.datetime(3),
  }),
  checks: [{ name: 'partner_event_head_is_positive', expression: 'position >= 0 and epoch > 0' }],
});

/** The position that was given last among the events of a partner, 0 before the first. The holder of the lock on the log's head may move it. */
export class PartnerEventHead extends PartnerEventHeadSchema.class {}
PartnerEventHeadSchema.setClass(PartnerEventHead);
