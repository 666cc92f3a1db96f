import { defineEntity } from '@mikro-orm/core';
import { recordedEventColumns } from './recorded-event.entity.ts';

const OutboxSchema = defineEntity({
  name: 'Outbox',
  properties: (p) => ({
    id: p.bigint('string').primary().autoincrement(),
    eventId: p.uuid(),
    /** No foreign key: each insert would lock the partner's row, which all its writers share. */
    partnerId: p.text(),
    ...recordedEventColumns(p),
    recordedAt: p.datetime(6).defaultRaw('clock_timestamp()'),
  }),
});

/** An event that has happened and waits for its position in the log. */
export class Outbox extends OutboxSchema.class {}
OutboxSchema.setClass(Outbox);
