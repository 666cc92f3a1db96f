import { defineEntity } from '@mikro-orm/core';

const MessageChangeHeadSchema = defineEntity({
  name: 'MessageChangeHead',
  properties: (p) => ({
    id: p.smallint().primary().autoincrement(false),
    position: p.bigint('string'),
  }),
  checks: [{ name: 'message_change_head_is_single', expression: 'id = 1' }],
});

/** The last position in the log of all partners. Locked until the numbered changes commit, so that they become visible in order. */
export class MessageChangeHead extends MessageChangeHeadSchema.class {}
MessageChangeHeadSchema.setClass(MessageChangeHead);
