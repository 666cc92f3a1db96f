import { defineEntity } from '@mikro-orm/core';

const ClockMarkSchema = defineEntity({
  name: 'ClockMark',
  properties: (p) => ({
    id: p.smallint().primary().autoincrement(false),
    toldAt: p.datetime(6),
    /** By how much waits are still to be shortened, and since when. */
    owedSeconds: p.double(),
    owedSince: p.datetime(6).nullable(),
  }),
  checks: [{ name: 'clock_mark_is_single', expression: 'id = 1' }],
});

/** The time by the database's clock when a worker last checked it. */
export class ClockMark extends ClockMarkSchema.class {}
ClockMarkSchema.setClass(ClockMark);
