import type { DomainEvent, EventContext } from '../kernel/domain-event.ts';
import type { Sql } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

/** How contexts are spelled in the body that partners receive (seed, Events). */
export const CONTEXT_IN_BODY: Readonly<Record<EventContext, string>> = {
  POCKET: 'Pocket',
  CUSTOMER: 'Customer',
  PIX: 'Pix',
  TED: 'Ted',
};

/**
 * The last statement of a business transaction, after the aggregate's row is locked: ids then follow the order of
 * commits within that aggregate. No NOTIFY here: it would make all commits wait for one another.
 */
const RECORD_EVENT = statement(
  'record_event',
  `insert into outbox (event_id, partner_id, name, context, entity_id, subject_id, idempotency_key, correlation_id,
     occurred_at, body)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

/** Where events are recorded, in the transaction that makes them happen. */
export interface EventLog {
  record(sql: Sql, event: DomainEvent): Promise<void>;
  /** Tells the relay of this process that there is something to number; to be called after the commit. */
  readonly wake: () => void;
}

export function eventLog(wake: () => void): EventLog {
  return {
    wake,
    async record(sql, event) {
      const { id, partnerId, name, context, entityId, subjectId, idempotencyKey, correlationId, occurredAt } = event;
      await sql.run(RECORD_EVENT, [
        ...[id, partnerId, name, context, entityId, subjectId, idempotencyKey, correlationId],
        ...[occurredAt.toISOString(), bodyOf(event)],
      ]);
    },
  };
}

/** The very text that webhooks carry and that `payload` shows. */
export function bodyOf(event: DomainEvent): string {
  return JSON.stringify({
    entityId: event.entityId,
    companyKey: event.companyKey,
    context: CONTEXT_IN_BODY[event.context],
    name: event.name,
    version: event.version,
    idempotencyKey: event.idempotencyKey,
    correlationId: event.correlationId,
    timestamp: event.occurredAt.toISOString(),
    metadata: event.metadata,
    data: event.data,
  });
}
