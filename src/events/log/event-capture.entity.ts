import { defineEntity } from '@mikro-orm/core';

const EventCaptureSchema = defineEntity({
  name: 'EventCapture',
  properties: (p) => ({
    partnerId: p.text().primary(),
    lastPosition: p.bigint('string').primary().autoincrement(false),
    /** The first event whose messages are not all queued. */
    nextPosition: p.bigint('string'),
    /** Number of events in the batch. */
    events: p.integer(),
    /** Messages of that event are queued for configurations up to this one; null: for none. */
    reachedConfigurationId: p.uuid().nullable(),
  }),
  checks: [
    {
      name: 'event_capture_is_a_range',
      expression: 'events > 0 and next_position > 0 and next_position <= last_position',
    },
  ],
});

/**
 * Events of a partner that were numbered together, and whose messages are still to be queued. That requires the lock on
 * the partner's oldest row.
 */
export class EventCapture extends EventCaptureSchema.class {}
EventCaptureSchema.setClass(EventCapture);
