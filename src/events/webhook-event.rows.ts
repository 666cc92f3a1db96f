import type { EventContext, EventName } from '../kernel/domain-event.ts';
import { Keyset, listBySql } from '../platform/statements/keyset.ts';
import { statement } from '../platform/statements/statement.ts';

/** An event of the log as it is read from storage; instants as PostgreSQL writes them. */
export interface WebhookEventRow {
  readonly owner: string;
  readonly position: string | number;
  readonly id: string;
  readonly name: EventName;
  readonly context: EventContext;
  readonly entityId: string;
  readonly subjectId: string;
  readonly idempotencyKey: string;
  readonly correlationId: string;
  readonly occurredAt: string;
  /** The JSON text that webhooks carry. */
  readonly body: string;
}

const COLUMNS = `
  event.position, event.id, event.name, event.context, event.entity_id as "entityId",
  event.subject_id as "subjectId", event.idempotency_key as "idempotencyKey",
  event.correlation_id as "correlationId", event.occurred_at as "occurredAt", event.body`;

export const FIND_EVENTS_AT = statement<WebhookEventRow>(
  'find_webhook_events_at',
  `select event.partner_id as "owner", ${COLUMNS} from event
   where event.partner_id = $1 and event.position = any ($2::bigint[])`,
);

/** The events of a partner in the order of the log, oldest first; filtered by names and contexts. */
export const eventsOfPartner = new Keyset<WebhookEventRow>({
  name: 'webhook_events',
  list: listBySql(`select ${COLUMNS} from event`),
  owner: { expression: 'event.partner_id', type: 'text' },
  key: [{ expression: 'event.position', output: 'position', type: 'bigint' }],
  descending: false,
  filters: ['event.name = any (?::event_name[])', 'event.context = any (?::event_context[])'],
});

/** The events of all partners after a position. Positions become visible in their order, so none is missing before. */
export const EVENTS_BEHIND = statement<WebhookEventRow>(
  'webhook_events_behind',
  `select event.partner_id as "owner", ${COLUMNS} from event where position > $1 order by position limit $2`,
);

/** Where the log ends, and when the event at a position was captured: null when it is not kept any more. */
export const FIND_PLACE = statement<EventPlaceRow>(
  'find_webhook_event_place',
  `select position::text as "head", (select captured_at from event where position = $1::bigint) as "capturedAt"
   from event_head`,
);

export interface EventPlaceRow {
  readonly head: string;
  readonly capturedAt: string | null;
}
