import type { DomainEvent, EventContext } from '../kernel/domain-event.ts';
import type { Sql } from '../platform/database/database.ts';
import { statement, type SqlValue, type Statement } from '../platform/statements/statement.ts';

/** How contexts are spelled in the body that partners receive (seed, Events). */
export const CONTEXT_IN_BODY: Readonly<Record<EventContext, string>> = {
  POCKET: 'Pocket',
  CUSTOMER: 'Customer',
  PIX: 'Pix',
  TED: 'Ted',
};

/** Columns of an event that has no position yet, in the order of `valuesOf`. */
const COLUMNS = [
  ...['event_id', 'partner_id', 'name', 'context', 'entity_id', 'subject_id'],
  ...['idempotency_key', 'correlation_id', 'occurred_at', 'body'],
];

/** An insert of an event whose values come after `before` others. */
function insertEvent(before: number): string {
  const values = COLUMNS.map((_, nth) => `$${before + nth + 1}`);
  return `insert into outbox (${COLUMNS.join(', ')}) values (${values.join(', ')})`;
}

/**
 * The last statement of a business transaction, after the aggregate's row is locked: ids then follow the order of
 * commits within that aggregate. No NOTIFY here: it would make all commits wait for one another.
 */
const RECORD_EVENT = statement('record_event', insertEvent(0));

/** A statement that makes something happen and records the event that tells of it. */
export interface RecordingStatement {
  readonly recording: Statement<unknown, readonly SqlValue[]>;
}

/**
 * Registers such a statement: started once, the two take less of the database than one after the other.
 * @param text what happens; its parameters are numbered from 1 without a gap
 */
export function recordingStatement(name: string, text: string): RecordingStatement {
  const before = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
  return { recording: statement(name, `with recorded as (${insertEvent(before)}) ${text}`) };
}

/** Where events are recorded, in the transaction that makes them happen. */
export interface EventLog {
  record(sql: Sql, event: DomainEvent): Promise<void>;
  /** Runs a statement with its own values, and records the event with it. */
  recordWith(sql: Sql, event: DomainEvent, statement: RecordingStatement, values: readonly SqlValue[]): Promise<void>;
  /** Tells the relay of this process that there is something to number; to be called after the commit. */
  readonly wake: () => void;
}

export function eventLog(wake: () => void): EventLog {
  return {
    wake,
    async record(sql, event) {
      await sql.run(RECORD_EVENT, valuesOf(event));
    },
    async recordWith(sql, event, { recording }, values) {
      await sql.run(recording, [...values, ...valuesOf(event)]);
    },
  };
}

function valuesOf(event: DomainEvent): SqlValue[] {
  const { id, partnerId, name, context, entityId, subjectId, idempotencyKey, correlationId, occurredAt } = event;
  return [
    ...[id, partnerId, name, context, entityId, subjectId, idempotencyKey, correlationId],
    ...[occurredAt.toISOString(), bodyOf(event)],
  ];
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
