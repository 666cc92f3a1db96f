import { defineEntity } from '@mikro-orm/core';
import { recordedEventColumns } from './recorded-event.entity.ts';

const EventSchema = defineEntity({
  name: 'Event',
  properties: (p) => ({
    position: p.bigint('string').primary().autoincrement(false),
    id: p.uuid().unique(),
    capturedAt: p.datetime(3),
    recordedAt: p.datetime(6),
    ...recordedEventColumns(p),
  }),
  indexes: [{ properties: ['partnerId', 'position'] }],
  checks: [
    { name: 'event_position_is_positive', expression: 'position > 0' },
    { name: 'event_is_captured_once_it_occurred', expression: 'captured_at >= occurred_at' },
  ],
});

/** An event at its place in the log. Positions have no gaps and never change. */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
