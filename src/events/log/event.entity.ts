import { defineEntity } from '@mikro-orm/core';
import { recordedEventColumns } from './recorded-event.entity.ts';

const EventSchema = defineEntity({
  name: 'Event',
  properties: (p) => ({
    position: p.bigint('string').primary().autoincrement(false),
    id: p.uuid().unique(),
    capturedAt: p.datetime(3),
    recordedAt: p.datetime(6),
    /** Epoch in which it was numbered, from 1 on. */
    epoch: p.integer(),
    /** Its position among the events of its partner, from 1 on, without gaps, and across epochs. */
    partnerPosition: p.bigint('string'),
    /** Latest instant at which its partner's events up to this one occurred. */
    reachedAt: p.datetime(3),
    ...recordedEventColumns(p),
  }),
  indexes: [
    { properties: ['partnerId', 'position'] },
    { name: 'event_entity_index', properties: ['partnerId', 'entityId', 'position'] },
    { name: 'event_account_index', properties: ['partnerId', 'accountId', 'position'] },
    { name: 'event_kind_index', properties: ['partnerId', 'context', 'name', 'position'] },
  ],
  uniques: [{ name: 'event_partner_position_unique', properties: ['partnerId', 'partnerPosition'] }],
  checks: [
    { name: 'event_position_is_positive', expression: 'position > 0' },
    { name: 'event_is_captured_once_it_occurred', expression: 'captured_at >= occurred_at' },
    { name: 'event_partner_position_is_positive', expression: 'epoch > 0 and partner_position > 0' },
  ],
});

/** An event at its position in the log. Positions have no gaps and never change; partners do not see them. */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
