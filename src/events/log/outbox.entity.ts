import { defineEntity } from '@mikro-orm/core';
import { recordedEventColumns } from './recorded-event.entity.ts';

const OutboxSchema = defineEntity({
  name: 'Outbox',
  properties: (p) => ({
    id: p.bigint('string').primary().autoincrement(),
    eventId: p.uuid(),
    ...recordedEventColumns(p),
    recordedAt: p.datetime(6).defaultRaw('clock_timestamp()'),
  }),
});

/** An event that has happened and waits for its position in the log. */
export class Outbox extends OutboxSchema.class {}
OutboxSchema.setClass(Outbox);
