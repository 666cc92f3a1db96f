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
    /** Its progress in the archive, and below its date there; null until it is archived. */
    archivedAs: p
      .enum(() => DeliveryProgress)
      .nativeEnumName('delivery_progress')
      .nullable(),
    sentDate: p.datetime(3).nullable(),
    /** When it can be claimed, unless it is in flight. */
    dueAt: p.datetime(3),
    /** Calls so far, which is the number of the next one. */
    sends: p.integer(),
    /** Calls of this series of retries so far. */
    tries: p.integer(),
    /** From the recording of the event to its capture, by the database's clock. */
    elapsedCaptureUs: p.bigint('string').default('0'),
    /** Sequence of the configuration's previous message, `none` for its first; null if unknown. */
    previousSequence: p.text().nullable(),
    /** The configuration's format when the message was created. */
    format: p
      .enum(() => WebhookFormat)
      .nativeEnumName('webhook_format')
      .default('STANDARD'),
  }),
  checks: [{ name: 'webhook_delivery_elapsed_is_not_negative', expression: 'elapsed_capture_us >= 0' }],
  indexes: [{ properties: ['configurationId', 'dueAt'] }],
});

/**
 * The hot queue: a message that is still to be sent. It leaves the queue once it is settled for good; while a worker
 * sends it, a lease names it.
 */
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);
