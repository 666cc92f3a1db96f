import { defineEntity } from '@mikro-orm/core';

const EventCaptureSchema = defineEntity({
  name: 'EventCapture',
  properties: (p) => ({
    partnerId: p.text().primary(),
    lastPosition: p.bigint('string').primary().autoincrement(false),
    /** The first event whose messages are not all queued. */
    nextPosition: p.bigint('string'),
    /** How many there were. */
    events: p.integer(),
    /** Of that event the messages of configurations up to this one are queued; null: none is. */
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
 * Events of a partner that were numbered together and whose messages are still to be queued. The holder of the lock on the oldest
 * row of a partner may do so.
 */
export class EventCapture extends EventCaptureSchema.class {}
EventCaptureSchema.setClass(EventCapture);
