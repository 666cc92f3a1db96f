import type { PropertyBuilders } from '@mikro-orm/core';
import { EventContext, EventName } from '../../kernel/domain-event.ts';

/** Returns the columns of an event, before and after it has its position, except its partner. */
export function recordedEventColumns(p: PropertyBuilders) {
  return {
    name: p.enum(() => EventName).nativeEnumName('event_name'),
    context: p.enum(() => EventContext).nativeEnumName('event_context'),
    /** Own name and context of an event where ours are OTHER; else null. */
    rawName: p.text().nullable(),
    rawContext: p.text().nullable(),
    entityId: p.text(),
    /** Null: its subject is not stored here. */
    subjectId: p.uuid().nullable(),
    /** Its account; null: none that is stored here. */
    accountId: p.uuid().nullable(),
    idempotencyKey: p.uuid(),
    correlationId: p.uuid(),
    /** By the process's clock, as shown to partners. Durations are measured from `recordedAt`, by the database's. */
    occurredAt: p.datetime(3),
    /** The exact JSON text that webhooks send. */
    body: p.text(),
  };
}
