import { defineEntity } from '@mikro-orm/core';

const EventHeadSchema = defineEntity({
  name: 'EventHead',
  properties: (p) => ({
    id: p.smallint().primary().autoincrement(false),
    position: p.bigint('string'),
    /** Epoch of the events that are numbered now. */
    epoch: p.integer().default(1),
    /** Identity of the database that moved it last: system identifier, timeline and oid; null: it was not moved yet. */
    databaseIdentity: p.text().nullable(),
  }),
  checks: [
    { name: 'event_head_is_single', expression: 'id = 1' },
    { name: 'event_head_has_an_epoch', expression: 'epoch > 0' },
  ],
});

/** The last assigned position in the log of all partners. The holder of this row's lock may number events. */
export class EventHead extends EventHeadSchema.class {}
EventHeadSchema.setClass(EventHead);
