import { defineEntity } from '@mikro-orm/core';
import { EventContext, EventName } from '../kernel/domain-event.ts';

const EventSchema = defineEntity({
  name: 'Event',
  properties: (p) => ({
    position: p.bigint('string').primary().autoincrement(false),
    id: p.uuid().unique(),
    /** No foreign key: each insert would lock the partner's row, which all its writers share. */
    partnerId: p.text(),
    name: p.enum(() => EventName),
    context: p.enum(() => EventContext),
    entityId: p.text(),
    subjectId: p.uuid(),
    idempotencyKey: p.uuid(),
    correlationId: p.uuid(),
    occurredAt: p.datetime(3),
    capturedAt: p.datetime(3),
    body: p.text(),
  }),
  indexes: [{ properties: ['partnerId', 'position'] }],
  checks: [{ name: 'event_position_is_positive', expression: 'position > 0' }],
});

/** An event at its place in the log. Positions have no gaps and never change. */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
