import { defineEntity } from '@mikro-orm/core';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { WebhookFormat } from '../configurations/webhook-configuration.enum.ts';
import { DeliveryProgress } from './webhook-message.enum.ts';

const WebhookMessageSchema = defineEntity({
  name: 'WebhookMessage',
  properties: (p) => ({
    /** Version 7, from the time of capture: the table is partitioned by month on it. */
    id: p.uuid().primary(),
    /** No foreign keys: each insert would lock rows that all deliveries share, and messages outlive configurations. */
    partnerId: p.text(),
    configurationId: p.uuid(),
    eventPosition: p.bigint('string'),
    idempotencyKey: p.uuid().index(),
    progress: p.enum(() => DeliveryProgress).nativeEnumName('delivery_progress'),
    destination: p.text(),
    /** When it was first sent; if never sent, when it was first held. */
    sentDate: p.datetime(3),
    eventName: p.enum(() => EventName).nativeEnumName('event_name'),
    context: p.enum(() => EventContext).nativeEnumName('event_context'),
    /** Original name of an event whose name or context is OTHER; null for declared ones. */
    rawName: p.text().nullable(),
    rawContext: p.text().nullable(),
    retryCount: p.integer(),
    nextAttemptAt: p.datetime(3).nullable(),
    elapsedEventCaptureUs: p.bigint('string'),
    elapsedHttpCallUs: p.bigint('string').nullable(),
    /** Sequence of the configuration's previous message, `none` for its first; null if unknown. */
    previousSequence: p.text().nullable(),
    /** The configuration's format when the message was created. */
    format: p
      .enum(() => WebhookFormat)
      .nativeEnumName('webhook_format')
      .default('STANDARD'),
    /** As of its event; null only for messages whose event was no longer stored when these columns were added. */
    entityId: p.text().nullable(),
    /** Null, too: the event has no account that is stored here. */
    accountId: p.uuid().nullable(),
    correlationId: p.uuid().nullable(),
  }),
  checks: [
    {
      name: 'webhook_message_elapsed_is_not_negative',
      expression: 'elapsed_event_capture_us >= 0 and elapsed_http_call_us >= 0',
    },
  ],
  indexes: [
    // The migration creates it last, or a plan of a month without messages reads all of the partner, and stays.
    { name: 'webhook_message_event_index', properties: ['partnerId', 'eventPosition', 'sentDate', 'id'] },
    { properties: ['partnerId', 'sentDate', 'id'] },
    { properties: ['partnerId', 'eventName', 'sentDate', 'id'] },
    {
      name: 'webhook_message_raw_name_index',
      expression: `create index webhook_message_raw_name_index on webhook_message (partner_id, raw_name, sent_date, id)
        where raw_name is not null`,
    },
    // Each with the order of the list, for what a filter asks for.
    { name: 'webhook_message_entity_index', properties: ['partnerId', 'entityId', 'sentDate', 'id'] },
    { name: 'webhook_message_account_index', properties: ['partnerId', 'accountId', 'sentDate', 'id'] },
    { name: 'webhook_message_correlation_index', properties: ['partnerId', 'correlationId', 'sentDate', 'id'] },
    { name: 'webhook_message_configuration_index', properties: ['partnerId', 'configurationId', 'sentDate', 'id'] },
    { name: 'webhook_message_progress_index', properties: ['partnerId', 'progress', 'sentDate', 'id'] },
  ],
});

/** The archive of messages that were attempted or held, which partners search. */
export class WebhookMessage extends WebhookMessageSchema.class {}
WebhookMessageSchema.setClass(WebhookMessage);
