import { defineEntity } from '@mikro-orm/core';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { DeliveryProgress } from './webhook-message.enum.ts';

const MessageTallySchema = defineEntity({
  name: 'MessageTally',
  properties: (p) => ({
    configurationId: p.uuid().primary(),
    /** Of the messages' sent date, in UTC. */
    day: p.date().primary(),
    progress: p
      .enum(() => DeliveryProgress)
      .nativeEnumName('delivery_progress')
      .primary(),
    eventName: p
      .enum(() => EventName)
      .nativeEnumName('event_name')
      .primary(),
    /** Original name of OTHER events; empty for declared ones. */
    rawName: p.text().default('').primary(),
    partnerId: p.text(),
    /** Null only in rows from before contexts were counted, when none was OTHER. */
    context: p
      .enum(() => EventContext)
      .nativeEnumName('event_context')
      .nullable(),
    rawContext: p.text().nullable(),
    messages: p.integer(),
  }),
  indexes: [{ properties: ['partnerId', 'day'] }],
  checks: [{ name: 'message_tally_is_a_count', expression: 'messages >= 0' }],
});

/** Number of messages of a configuration per day, progress and event name: the source of totals. */
export class MessageTally extends MessageTallySchema.class {}
MessageTallySchema.setClass(MessageTally);
