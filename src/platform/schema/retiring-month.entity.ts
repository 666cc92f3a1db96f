import { defineEntity } from '@mikro-orm/core';

const RetiringMonthSchema = defineEntity({
  name: 'RetiringMonth',
  properties: (p) => ({
    /** Name of its partition, such as `webhook_message_2026_01`. */
    name: p.text().primary(),
    parent: p.text(),
    /** When it was found to be older than what is kept. */
    foundAt: p.datetime(3),
    /** When it became a table of its own, whose name ends in `_detached`; null: its rows are still visible. */
    detachedAt: p.datetime(3).nullable(),
  }),
});

/** A month of a table that is being retired. */
export class RetiringMonth extends RetiringMonthSchema.class {}
RetiringMonthSchema.setClass(RetiringMonth);
