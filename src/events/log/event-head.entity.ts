import { defineEntity } from '@mikro-orm/core';

const EventHeadSchema = defineEntity({
  name: 'EventHead',
  properties: (p) => ({
    id: p.smallint().primary().autoincrement(false),
    position: p.bigint('string'),
    /** Of the events that are numbered now. */
    epoch: p.integer().default(1),
    /** Of the database in which it was moved last: system identifier, timeline and oid; null: it was not moved yet. */
    databaseIdentity: p.text().nullable(),
  }),
  checks: [
    { name: 'event_head_is_single', expression: 'id = 1' },
    { name: 'event_head_has_an_epoch', expression: 'epoch > 0' },
  ],
});

/** The position given last. The holder of this row's lock may number events. */
export class EventHead extends EventHeadSchema.class {}
EventHeadSchema.setClass(EventHead);
