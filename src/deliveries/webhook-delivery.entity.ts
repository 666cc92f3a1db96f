import { defineEntity } from '@mikro-orm/core';

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  properties: (p) => ({
    configurationId: p.uuid().primary(),
    eventPosition: p.bigint('string').primary(),
    partnerId: p.text(),
    messageId: p.uuid(),
    idempotencyKey: p.uuid(),
    /** When it may be claimed: its next try, or the end of the lease of whoever is sending it. */
    dueAt: p.datetime(3),
    /** Calls so far; the number of the next one. */
    sends: p.integer(),
    /** Calls of this series of retries so far. */
    tries: p.integer(),
    /** Whose claim it is in; null while it waits. */
    leaseId: p.uuid().nullable(),
  }),
  indexes: [
    { properties: ['configurationId', 'dueAt'] },
    {
      name: 'webhook_delivery_in_flight_index',
      expression:
        'create index webhook_delivery_in_flight_index on webhook_delivery (configuration_id, due_at) where lease_id is not null',
    },
  ],
});

/** The hot queue: a message that is still to be sent. It has left the queue once it is settled for good. */
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);
