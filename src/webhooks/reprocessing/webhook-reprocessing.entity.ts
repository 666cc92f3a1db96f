import { defineEntity } from '@mikro-orm/core';
import type { MessageFilter } from '../archive/message-search.value.ts';

const WebhookReprocessingSchema = defineEntity({
  name: 'WebhookReprocessing',
  properties: (p) => ({
    id: p.uuid().primary(),
    partnerId: p.text(),
    /** Which messages; null for a range. */
    filter: p.json<MessageFilter>().columnType('jsonb').nullable(),
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
      name: 'webhook_reprocessing_has_a_filter_or_a_range',
      expression: `num_nulls(filter) = case when configuration_id is null then 0 else 1 end
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
