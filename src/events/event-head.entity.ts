import { defineEntity } from '@mikro-orm/core';

const EventHeadSchema = defineEntity({
  name: 'EventHead',
  properties: (p) => ({
    id: p.smallint().primary().autoincrement(false),
    position: p.bigint('string'),
  }),
  checks: [{ name: 'event_head_is_single', expression: 'id = 1' }],
});

/** The position given last. Whoever locks this row may number events. */
export class EventHead extends EventHeadSchema.class {}
EventHeadSchema.setClass(EventHead);
