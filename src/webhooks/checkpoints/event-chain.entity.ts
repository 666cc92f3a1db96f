import { defineEntity } from '@mikro-orm/core';

const EventChainSchema = defineEntity({
  name: 'EventChain',
  properties: (p) => ({
    partnerId: p.text().primary(),
    hash: p.text(),
    /** Of the checkpoint before; what `hash` is when there are no events since. */
    formerHash: p.text(),
    /** The first event since the checkpoint before; null: there is none. */
    fromSequence: p.text().nullable(),
    toSequence: p.text(),
    toPosition: p.bigint('string'),
    /** How many there are since. */
    events: p.integer(),
    openedAt: p.datetime(3).nullable(),
  }),
  indexes: [
    {
      name: 'event_chain_opened_at_index',
      expression: 'create index event_chain_opened_at_index on event_chain (opened_at) where opened_at is not null',
    },
  ],
  checks: [
    {
      name: 'event_chain_is_open_while_it_has_events',
      expression: '(events > 0) = (opened_at is not null) and (events > 0) = (from_sequence is not null)',
    },
  ],
});

/** How far the events of a partner are chained, and what the next checkpoint will say. */
export class EventChain extends EventChainSchema.class {}
EventChainSchema.setClass(EventChain);
