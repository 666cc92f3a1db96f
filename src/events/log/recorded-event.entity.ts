import type { PropertyBuilders } from '@mikro-orm/core';
import { EventContext, EventName } from '../../kernel/domain-event.ts';

/** Columns of an event, before and after it has its position. */
export function recordedEventColumns(p: PropertyBuilders) {
  return {
    /** No foreign key: each insert would lock the partner's row, which all its writers share. */
    partnerId: p.text(),
    name: p.enum(() => EventName).nativeEnumName('event_name'),
    context: p.enum(() => EventContext).nativeEnumName('event_context'),
    /** What an event is called whose name or context is OTHER; null for those that have a word of ours. */
    rawName: p.text().nullable(),
    rawContext: p.text().nullable(),
    entityId: p.text(),
    /** Null: nothing that is stored here. */
    subjectId: p.uuid().nullable(),
    /** Of which account it is; null: of none that is stored here. */
    accountId: p.uuid().nullable(),
    idempotencyKey: p.uuid(),
    correlationId: p.uuid(),
    /** By the clock of the process, as partners are told it. Durations are measured from `recordedAt`, by the database's. */
    occurredAt: p.datetime(3),
    /** The exact JSON text that webhooks send. */
    body: p.text(),
  };
}
