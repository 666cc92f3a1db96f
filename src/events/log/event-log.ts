import type { DomainEvent, EventContext } from '../../kernel/domain-event.ts';
import type { Sql } from '../../platform/database/database.ts';
import { compiled, insertOf, valuesOf } from '../../platform/statements/compiled.ts';
import { Outbox } from './outbox.entity.ts';

/** How contexts are spelled in bodies (docs/webhook-bodies.md); OTHER only in headers and over REST. */
export const CONTEXT_IN_BODY: Readonly<Record<EventContext, string>> = {
  POCKET: 'Pocket',
  CUSTOMER: 'Customer',
  PIX: 'Pix',
  TED: 'Ted',
  ACCOUNT: 'Account',
  WEBHOOK: 'Webhook',
  OTHER: 'Other',
};

/** Columns of an event that has no position yet. */
export const RECORDED = [
  'eventId',
  'partnerId',
  'name',
  'context',
  'entityId',
  'subjectId',
  'accountId',
  'idempotencyKey',
  'correlationId',
  'occurredAt',
  'body',
] as const;

/**
 * The last statement of a business transaction, after the aggregate's row is locked, so that ids follow the order of
 * commits within that aggregate. No NOTIFY here: it would serialize all commits.
 */
const RECORD_EVENT = compiled(
  'record_event',
  { entities: [Outbox], parameters: valuesOf(Outbox, RECORDED), writes: 'order' },
  (_, values) => insertOf(Outbox, values),
);

/** The same for an event of a provider, with the provider's body. */
const RECORD_TEXT = compiled(
  'record_provider_event',
  {
    entities: [Outbox],
    parameters: valuesOf(Outbox, [...RECORDED, 'rawName', 'rawContext'] as const),
    writes: 'order',
  },
  (_, values) => insertOf(Outbox, values),
);

/** An event of a provider. */
interface TextEvent extends Pick<
  DomainEvent,
  'id' | 'partnerId' | 'name' | 'context' | 'entityId' | 'accountId' | 'idempotencyKey' | 'correlationId' | 'occurredAt'
> {
  /** Its own name and context, where ours are OTHER. */
  readonly rawName: string | null;
  readonly rawContext: string | null;
  /** Null: its subject is not stored here. */
  readonly subjectId: string | null;
}

/** Records events, in the transactions that cause them. */
export interface EventLog {
  record(sql: Sql, event: DomainEvent): Promise<void>;
  /** Records an event with the exact text of its body. */
  recordText(sql: Sql, event: TextEvent, body: string): Promise<void>;
  /** Wakes up the relay of this process; call it after the commit. */
  readonly wake: () => void;
}

export function eventLog(wake: () => void): EventLog {
  return {
    wake,
    async record(sql, event) {
      await sql.run(RECORD_EVENT, recordedValues(event));
    },
    async recordText(sql, { id, occurredAt, ...event }, body) {
      await sql.run(RECORD_TEXT, { ...event, eventId: id, occurredAt: occurredAt.toISOString(), body });
    },
  };
}

/** Returns the column values of an event that has no position yet. */
export function recordedValues(event: DomainEvent) {
  const { id, partnerId, name, context, entityId, subjectId, accountId, idempotencyKey, correlationId, occurredAt } =
    event;
  return {
    eventId: id,
    partnerId,
    name,
    context,
    entityId,
    subjectId,
    accountId,
    idempotencyKey,
    correlationId,
    occurredAt: occurredAt.toISOString(),
    body: bodyOf(event),
  };
}

/** Returns the exact text that webhooks send and that `payload` shows. */
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
