import { defineEntity } from '@mikro-orm/core';

const EventEpochSchema = defineEntity({
  name: 'EventEpoch',
  properties: (p) => ({
    epoch: p.integer().primary().autoincrement(false),
    /** Partner whose events it applies to; empty: all partners. */
    partnerId: p.text().primary().default(''),
    /** Last position of the log before it: later positions of the previous epoch were lost. */
    openedAfter: p.bigint('string'),
    openedAt: p.datetime(3).defaultRaw('now()'),
  }),
  checks: [{ name: 'event_epoch_follows_a_position', expression: 'epoch > 0 and opened_after >= 0' }],
});

/** A part of the log during which the database did not go back to an earlier state. */
export class EventEpoch extends EventEpochSchema.class {}
EventEpochSchema.setClass(EventEpoch);
