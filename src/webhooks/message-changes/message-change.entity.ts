import { defineEntity } from '@mikro-orm/core';
import { DeliveryProgress } from '../archive/webhook-message.enum.ts';

const MessageChangeSchema = defineEntity({
  name: 'MessageChange',
  properties: (p) => ({
    partnerId: p.text().primary(),
    /** Among the changes of its partner, from 1 on, without gaps. */
    position: p.bigint('string').primary().autoincrement(false),
    /** Among the changes of all partners, for readers that follow them; partners do not see it. */
    logPosition: p.bigint('string').unique(),
    messageId: p.uuid(),
    progress: p.enum(() => DeliveryProgress).nativeEnumName('delivery_progress'),
    retryCount: p.integer(),
    nextAttemptAt: p.datetime(3).nullable(),
    elapsedHttpCallUs: p.bigint('string').nullable(),
    /** By the clock of the database. No other change that ever had its position has the same. */
    changedAt: p.datetime(6).defaultRaw('now()'),
  }),
  checks: [{ name: 'message_change_elapsed_is_not_negative', expression: 'elapsed_http_call_us >= 0' }],
});

/** The state of a message after a change. For subscribers: kept for a day. */
export class MessageChange extends MessageChangeSchema.class {}
MessageChangeSchema.setClass(MessageChange);
