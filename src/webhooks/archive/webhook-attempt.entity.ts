import { defineEntity } from '@mikro-orm/core';

const WebhookAttemptSchema = defineEntity({
  name: 'WebhookAttempt',
  properties: (p) => ({
    messageId: p.uuid().primary(),
    /** 0 for the first send. */
    nth: p.integer().primary(),
    /** Part of the key, since the table is partitioned by month on it. */
    at: p.datetime(3).primary(),
    partnerId: p.text(),
    httpStatus: p.smallint().nullable(),
    error: p.text().nullable(),
    elapsedHttpCallUs: p.bigint('string'),
  }),
  checks: [{ name: 'webhook_attempt_elapsed_is_not_negative', expression: 'elapsed_http_call_us >= 0' }],
});

/** One call to a partner's endpoint. */
export class WebhookAttempt extends WebhookAttemptSchema.class {}
WebhookAttemptSchema.setClass(WebhookAttempt);
