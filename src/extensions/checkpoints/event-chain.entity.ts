import { defineEntity } from '@mikro-orm/core';

const EventChainSchema = defineEntity({
  name: 'EventChain',
  properties: (p) => ({
    partnerId: p.text().primary(),
    hash: p.text(),
    /** Hash of the previous checkpoint; equal to `hash` without events since. */
    formerHash: p.text(),
    /** The first event since the previous checkpoint; null if there is none. */
    fromSequence: p.text().nullable(),
    toSequence: p.text(),
    toPosition: p.bigint('string'),
    /** Number of events since then. */
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

/** How far the events of a partner are chained, and the content of the next checkpoint. */
export class EventChain extends EventChainSchema.class {}
EventChainSchema.setClass(EventChain);
