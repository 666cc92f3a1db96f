import { defineEntity } from '@mikro-orm/core';
import { EventContext, EventName } from '../kernel/domain-event.ts';

const OutboxSchema = defineEntity({
  name: 'Outbox',
  properties: (p) => ({
    id: p.bigint('string').primary().autoincrement(),
    eventId: p.uuid(),
    /** No foreign key: each insert would lock the partner's row, which all its writers share. */
    partnerId: p.text(),
    name: p.enum(() => EventName),
    context: p.enum(() => EventContext),
    entityId: p.text(),
    subjectId: p.uuid(),
    idempotencyKey: p.uuid(),
    correlationId: p.uuid(),
    occurredAt: p.datetime(3),
    body: p.text(),
  }),
});

/** An event that has happened and waits for its position in the log. */
export class Outbox extends OutboxSchema.class {}
OutboxSchema.setClass(Outbox);
