import { defineEntity } from '@mikro-orm/core';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { WebhookMessageState } from '../archive/webhook-message.enum.ts';

const WebhookReprocessingSchema = defineEntity({
  name: 'WebhookReprocessing',
  properties: (p) => ({
    id: p.uuid().primary(),
    partnerId: p.text(),
    /** Days of a filter; null for a range. */
    startDate: p.date().nullable(),
    endDate: p.date().nullable(),
    state: p
      .enum(() => WebhookMessageState)
      .nativeEnumName('webhook_message_state')
      .nullable(),
    eventName: p
      .enum(() => EventName)
      .nativeEnumName('event_name')
      .nullable(),
    context: p
      .enum(() => EventContext)
      .nativeEnumName('event_context')
      .nullable(),
    /** Of the filter, as in bodies. */
    rawName: p.text().nullable(),
    rawContext: p.text().nullable(),
    matched: p.integer(),
    requeued: p.integer(),
    refused: p.integer(),
    /** Key of the last processed message, newest first. */
    reachedSentDate: p.datetime(3),
    reachedId: p.uuid(),
    createdAt: p.datetime(3),
    finishedAt: p.datetime(3).nullable(),
    /** Of a range: its configuration, the position of the partner that was reached, and the last one. */
    configurationId: p.uuid().nullable(),
    rangeReached: p.bigint('string').nullable(),
    rangeEnd: p.bigint('string').nullable(),
  }),
  checks: [
    {
      name: 'webhook_reprocessing_has_days_or_a_range',
      expression: `num_nulls(start_date, end_date) = case when configuration_id is null then 0 else 2 end
          and num_nulls(range_reached, range_end) = case when configuration_id is null then 2 else 0 end`,
    },
  ],
  indexes: [
    {
      name: 'webhook_reprocessing_running_index',
      expression:
        'create index webhook_reprocessing_running_index on webhook_reprocessing (partner_id, created_at) where finished_at is null',
    },
  ],
});

/** A background job that sends many messages again, and its progress. */
export class WebhookReprocessing extends WebhookReprocessingSchema.class {}
WebhookReprocessingSchema.setClass(WebhookReprocessing);
