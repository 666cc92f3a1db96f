import { defineEntity } from '@mikro-orm/core';

const EventEpochSchema = defineEntity({
  name: 'EventEpoch',
  properties: (p) => ({
    epoch: p.integer().primary().autoincrement(false),
    /** Whose events it is of; empty: everybody's. */
    partnerId: p.text().primary().default(''),
    /** The last position of the log before it: what the epoch before has beyond that was lost. */
    openedAfter: p.bigint('string'),
    openedAt: p.datetime(3).defaultRaw('now()'),
  }),
  checks: [{ name: 'event_epoch_follows_a_position', expression: 'epoch > 0 and opened_after >= 0' }],
});

/** A part of the log that was numbered without the database going back to an earlier state. */
export class EventEpoch extends EventEpochSchema.class {}
EventEpochSchema.setClass(EventEpoch);
