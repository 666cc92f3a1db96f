import { defineEntity } from '@mikro-orm/core';

const EventEpochSchema = defineEntity({
  name: 'EventEpoch',
  properties: (p) => ({
    /** Empty: it is an epoch of all partners; each has a row of its own once it has events in it. */
    partnerId: p.text().primary().default(''),
    epoch: p.integer().primary().autoincrement(false),
    /** Last position of the partner before it: later positions of earlier epochs were lost. */
    openedAfter: p.bigint('string'),
    openedAt: p.datetime(3).defaultRaw('now()'),
  }),
  checks: [{ name: 'event_epoch_follows_a_position', expression: 'epoch > 0 and opened_after >= 0' }],
});

/** A part of the log during which the database did not go back to an earlier state. */
export class EventEpoch extends EventEpochSchema.class {}
EventEpochSchema.setClass(EventEpoch);
