import { defineEntity } from '@mikro-orm/core';

const WebhookLeaseSchema = defineEntity({
  name: 'WebhookLease',
  properties: (p) => ({
    configurationId: p.uuid().primary(),
    /** The claim, which can have messages of several configurations. */
    id: p.uuid().primary(),
    partnerId: p.text(),
    until: p.datetime(3),
    /** Events whose messages are still in flight. */
    positions: p.array((text) => text).columnType('bigint[]'),
  }),
});

/**
 * Messages of a configuration that only one worker may send until the lease expires. Stored apart from the queue, one
 * row for many: a claim rewrites no message and no index entry.
 */
export class WebhookLease extends WebhookLeaseSchema.class {}
WebhookLeaseSchema.setClass(WebhookLease);
