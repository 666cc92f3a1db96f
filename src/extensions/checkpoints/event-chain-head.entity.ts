import { defineEntity } from '@mikro-orm/core';

const EventChainHeadSchema = defineEntity({
  name: 'EventChainHead',
  properties: (p) => ({
    id: p.smallint().primary().autoincrement(false),
    position: p.bigint('string'),
  }),
  checks: [{ name: 'event_chain_head_is_single', expression: 'id = 1' }],
});

/** The position in the log of all partners up to which events are chained. The holder of this row's lock continues. */
export class EventChainHead extends EventChainHeadSchema.class {}
EventChainHeadSchema.setClass(EventChainHead);
