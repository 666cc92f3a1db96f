import { defineEntity } from '@mikro-orm/core';

const PartnerEventHeadSchema = defineEntity({
  name: 'PartnerEventHead',
  properties: (p) => ({
    partnerId: p.text().primary(),
    position: p.bigint('string'),
    /** Epoch of its last events, or of its next ones if that is ahead of the log's. */
    epoch: p.integer().default(1),
    /** When the latest of its events occurred. */
    reachedAt: p.datetime(3),
  }),
  checks: [{ name: 'partner_event_head_is_positive', expression: 'position >= 0 and epoch > 0' }],
});

/** The last assigned position among a partner's events; 0: none. Moving it requires the lock on the log's head. */
export class PartnerEventHead extends PartnerEventHeadSchema.class {}
PartnerEventHeadSchema.setClass(PartnerEventHead);
