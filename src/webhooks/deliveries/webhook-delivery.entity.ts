import { defineEntity } from '@mikro-orm/core';
import { WebhookFormat } from '../configurations/webhook-configuration.enum.ts';
import { DeliveryProgress } from '../archive/webhook-message.enum.ts';

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  properties: (p) => ({
    configurationId: p.uuid().primary(),
    eventPosition: p.bigint('string').primary(),
    partnerId: p.text(),
    messageId: p.uuid(),
    idempotencyKey: p.uuid(),
    /** How it stands in the archive, and the date that it has there; null until it enters it. */
    archivedAs: p
      .enum(() => DeliveryProgress)
      .nativeEnumName('delivery_progress')
      .nullable(),
    sentDate: p.datetime(3).nullable(),
    /** When it may be claimed, unless it is in flight. */
    dueAt: p.datetime(3),
    /** Calls so far; the number of the next one. */
    sends: p.integer(),
    /** Calls of this series of retries so far. */
    tries: p.integer(),
    /** From the recording of the event to its capture, by the database's clock. */
    elapsedCaptureUs: p.bigint('string').default('0'),
    /** Sequence of the message before to the same configuration, `none` for its first; null where it is not known. */
    previousSequence: p.text().nullable(),
    /** As the configuration had it when the message was made. */
    format: p
      .enum(() => WebhookFormat)
      .nativeEnumName('webhook_format')
      .default('STANDARD'),
  }),
  checks: [{ name: 'webhook_delivery_elapsed_is_not_negative', expression: 'elapsed_capture_us >= 0' }],
  indexes: [{ properties: ['configurationId', 'dueAt'] }],
});

/**
 * The hot queue: a message that is still to be sent. It has left the queue once it is settled for good; while somebody
 * sends it there is a lease of it.
 */
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);
