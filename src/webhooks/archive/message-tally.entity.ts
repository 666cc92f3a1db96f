import { defineEntity } from '@mikro-orm/core';
import { EventName } from '../../kernel/domain-event.ts';
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
    partnerId: p.text(),
    eventName: p.enum(() => EventName).nativeEnumName('event_name'),
    messages: p.integer(),
  }),
  indexes: [{ properties: ['partnerId', 'day'] }],
  checks: [{ name: 'message_tally_is_a_count', expression: 'messages >= 0' }],
});

/** How many messages a configuration has for each day and progress: what totals are added up from. */
export class MessageTally extends MessageTallySchema.class {}
MessageTallySchema.setClass(MessageTally);
