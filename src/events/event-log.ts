import type { DomainEvent, EventContext } from '../kernel/domain-event.ts';
import type { Sql } from '../platform/database/database.ts';
import type { EntityName } from '@mikro-orm/core';
import {
  insertion,
  insertionParts,
  once,
  statementOf,
  type ColumnOf,
  type Inserted,
} from '../platform/statements/compiled.ts';
import type { SqlValue, Statement } from '../platform/statements/statement.ts';
import { Outbox } from './outbox.entity.ts';

/** How contexts are spelled in the body that partners receive (seed, Events); OTHER only in headers and over REST. */
export const CONTEXT_IN_BODY: Readonly<Record<EventContext, string>> = {
  POCKET: 'Pocket',
  CUSTOMER: 'Customer',
  PIX: 'Pix',
  TED: 'Ted',
  OTHER: 'Other',
};

/** An event that has no position yet. */
const RECORDED = [
  ...(['eventId', 'partnerId', 'name', 'context', 'entityId', 'subjectId'] as const),
  ...(['idempotencyKey', 'correlationId', 'occurredAt', 'body'] as const),
] as const;

/**
 * The last statement of a business transaction, after the aggregate's row is locked: ids then follow the order of
 * commits within that aggregate. No NOTIFY here: it would make all commits wait for one another.
 */
const RECORD_EVENT = insertion('record_event', Outbox, RECORDED);

/** The same of an event that another has told of: its body is theirs. */
const RECORD_TEXT = insertion('record_told_event', Outbox, [...RECORDED, 'rawName', 'rawContext'] as const);

/** An event that another has told of. */
interface TextEvent extends Pick<
  DomainEvent,
  'id' | 'partnerId' | 'name' | 'context' | 'entityId' | 'idempotencyKey' | 'correlationId' | 'occurredAt'
> {
  /** What it is called where name or context are OTHER. */
  readonly rawName: string | null;
  readonly rawContext: string | null;
  /** Null: nothing that is stored here. */
  readonly subjectId: string | null;
}

/** An insert that makes something happen and records the event that tells of it. */
export interface RecordingInsertion<Given> {
  readonly recording: Statement<unknown, Given & RecordedValues>;
}

/** Values of the event beside those of the insert, which may have the same names. */
type RecordedValues = { readonly [Name in `event.${string}`]: SqlValue };

/** Registers such an insert: started once, the two take less of the database than one after the other. */
export function recordingInsertion<Entity extends EntityName, const Column extends ColumnOf<Entity>>(
  name: string,
  entity: Entity,
  columns: readonly Column[],
): RecordingInsertion<Inserted<Entity, Column>> {
  const insert = insertionParts(entity, columns);
  const parts = once(() => {
    const { text, parameters } = insert();
    const { text: record, parameters: recorded = [] } = RECORD_EVENT;
    const numbered = record.replaceAll(/\$(\d+)/g, (_, number) => `$${parameters.length + Number(number)}`);
    return {
      text: `with recorded as (${numbered}) ${text}`,
      parameters: [...parameters, ...recorded.map((parameter) => `event.${parameter}`)],
    };
  });
  return { recording: statementOf(name, parts) };
}

/** Where events are recorded, in the transaction that makes them happen. */
export interface EventLog {
  record(sql: Sql, event: DomainEvent): Promise<void>;
  /** Records an event with the very text of its body. */
  recordText(sql: Sql, event: TextEvent, body: string): Promise<void>;
  /** Runs an insert, and records the event with it. */
  recordWith<Given extends object>(
    sql: Sql,
    event: DomainEvent,
    ...[insert, values]: [RecordingInsertion<Given>, Given]
  ): Promise<void>;
  /** Tells the relay of this process that there is something to number; to be called after the commit. */
  readonly wake: () => void;
}

export function eventLog(wake: () => void): EventLog {
  return {
    wake,
    async record(sql, event) {
      await sql.run(RECORD_EVENT, valuesOf(event));
    },
    async recordText(sql, { id, occurredAt, ...event }, body) {
      await sql.run(RECORD_TEXT, { ...event, eventId: id, occurredAt: occurredAt.toISOString(), body });
    },
    async recordWith(sql, event, { recording }, values) {
      await sql.run(recording, { ...values, ...prefixed(valuesOf(event)) });
    },
  };
}

function valuesOf(event: DomainEvent) {
  const { id, partnerId, name, context, entityId, subjectId, idempotencyKey, correlationId, occurredAt } = event;
  return {
    ...{ eventId: id, partnerId, name, context, entityId, subjectId, idempotencyKey, correlationId },
    ...{ occurredAt: occurredAt.toISOString(), body: bodyOf(event) },
  };
}

function prefixed(values: Readonly<Record<string, SqlValue>>): RecordedValues {
  const named: Record<`event.${string}`, SqlValue> = {};
  for (const [name, value] of Object.entries(values)) named[`event.${name}`] = value;
  return named;
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
