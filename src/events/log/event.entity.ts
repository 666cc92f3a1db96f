import { defineEntity } from '@mikro-orm/core';
import { recordedEventColumns } from './recorded-event.entity.ts';

const EventSchema = defineEntity({
  name: 'Event',
  properties: (p) => ({
    partnerId: p.text().primary(),
    /** Among the events of its partner, from 1 on, without gaps, and across epochs. */
    position: p.bigint('string').primary().autoincrement(false),
    /** Among the events of all partners, without gaps, for readers that follow them; partners do not see it. */
    logPosition: p.bigint('string').unique(),
    id: p.uuid().unique(),
    capturedAt: p.datetime(3),
    recordedAt: p.datetime(6),
    /** Epoch in which it was numbered, from 1 on. */
    epoch: p.integer(),
    /** Latest instant at which its partner's events up to this one occurred. */
    reachedAt: p.datetime(3),
    ...recordedEventColumns(p),
  }),
  indexes: [
    { name: 'event_entity_index', properties: ['partnerId', 'entityId', 'position'] },
    { name: 'event_account_index', properties: ['partnerId', 'accountId', 'position'] },
    { name: 'event_kind_index', properties: ['partnerId', 'context', 'name', 'position'] },
  ],
  checks: [
    { name: 'event_position_is_positive', expression: 'position > 0 and log_position > 0 and epoch > 0' },
    { name: 'event_is_captured_once_it_occurred', expression: 'captured_at >= occurred_at' },
  ],
});

/** An event at its position. Positions never change. */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
