import { defineEntity } from '@mikro-orm/core';

const EventConsumerSchema = defineEntity({
  name: 'EventConsumer',
  properties: (p) => ({
    id: p.uuid().primary(),
    partnerId: p.text(),
    name: p.text(),
    /** The filter as given in the input, as JSON. */
    filter: p.text(),
    leaseSeconds: p.integer(),
    /** All events up to this position are acknowledged. */
    position: p.bigint('string'),
    /** Epoch of `position`. */
    epoch: p.integer(),
    /** When the position was taken; null if it is that of an event. */
    givenAt: p.datetime(3).nullable(),
    /** How often it was moved: a lease from before is lost. */
    moves: p.integer().default(0),
    /** The worker that holds it, or held it last; null if free. */
    worker: p.text().nullable(),
    /** By the clock of the database. */
    leasedUntil: p.datetime(3).nullable(),
  }),
  uniques: [{ name: 'event_consumer_name_unique', properties: ['partnerId', 'name'] }],
  checks: [
    {
      name: 'event_consumer_is_leased_to_a_worker',
      expression: '(worker is null) = (leased_until is null)',
    },
    {
      name: 'event_consumer_has_a_place',
      expression: 'position >= 0 and epoch > 0',
    },
  ],
});

/** A reader of a partner's events whose position is stored here. */
export class EventConsumer extends EventConsumerSchema.class {}
EventConsumerSchema.setClass(EventConsumer);
