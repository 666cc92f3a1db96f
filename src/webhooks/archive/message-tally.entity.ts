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
    /** What their event is called where it is OTHER; empty for all that have a word of ours. */
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

/** How many messages a configuration has for each day, progress and name of events: what totals are added up from. */
export class MessageTally extends MessageTallySchema.class {}
MessageTallySchema.setClass(MessageTally);
