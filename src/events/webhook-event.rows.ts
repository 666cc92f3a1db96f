import { sql, type Kysely } from 'kysely';
import {
  anyOf,
  columnsOf,
  compiled,
  listOf,
  parameter,
  text,
  type RowOf,
  type TablesOf,
} from '../platform/statements/compiled.ts';
import { Keyset } from '../platform/statements/keyset.ts';
import { Event } from './event.entity.ts';
import { rawContextIn } from './raw-name.value.ts';

const COLUMNS = columnsOf('event', [
  ...([
    'position',
    'epoch',
    'partnerPosition',
    'id',
    'name',
    'context',
    'rawName',
    'rawContext',
    'entityId',
    'subjectId',
    'idempotencyKey',
    'correlationId',
  ] as const),
  ...(['occurredAt', 'body'] as const),
]);

function events(tables: Kysely<TablesOf<typeof Event>>) {
  return tables.selectFrom('Event as event').select(COLUMNS);
}

const positions = parameter<readonly string[]>('bigint[]');
const position = parameter<number>('bigint');
const count = parameter<number>('bigint');

export const FIND_EVENTS_AT = compiled(
  'find_webhook_events_at',
  { entities: [Event], parameters: { partnerId: text, positions } },
  (tables, given) =>
    events(tables)
      .select('event.partnerId as owner')
      .where('event.partnerId', '=', given.partnerId)
      .where('event.position', '=', anyOf(given.positions)),
);

/** An event of the log as it is read from storage; instants as PostgreSQL writes them. */
export type WebhookEventRow = Omit<RowOf<typeof FIND_EVENTS_AT>, 'position' | 'partnerPosition'> & {
  /** Text where the driver fears that a number may not hold it. */
  readonly position: string | number;
  readonly partnerPosition: string | number;
};

/** The events of a partner in the order of the log, oldest first; filtered by names and contexts, ours and raw. */
export const eventsOfPartner = new Keyset<WebhookEventRow>({
  name: 'webhook_events',
  list: listOf([Event], events),
  owner: { expression: 'event.partner_id', type: 'text' },
  key: [{ expression: 'event.position', output: 'position', type: 'bigint' }],
  descending: false,
  filters: [
    ...['event.name = any (?::event_name[])', 'event.context = any (?::event_context[])'],
    ...['coalesce(event.raw_name, event.name::text) = any (?::text[])', `${rawContextIn('event')} = any (?::text[])`],
  ],
});

/** The events of all partners after a position. Positions become visible in their order, so none is missing before. */
export const EVENTS_BEHIND = compiled(
  'webhook_events_behind',
  { entities: [Event], parameters: { position, count } },
  (tables, given) =>
    events(tables)
      .select('event.partnerId as owner')
      .where('event.position', '>', sql<string>`${given.position}`)
      .orderBy('event.position')
      .limit(given.count),
);
