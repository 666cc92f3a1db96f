import { sql, type Kysely } from 'kysely';
import {
  columnsOf,
  compiled,
  eachOf,
  listOf,
  parameter,
  type RowOf,
  type TablesOf,
  text,
} from '../../platform/statements/compiled.ts';
import { OWNER, throughView } from '../../platform/statements/keyset-options.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { statement } from '../../platform/statements/statement.ts';
import { Event } from '../log/event.entity.ts';
import { rawContextIn } from '../log/raw-name.value.ts';

const COLUMNS = columnsOf('event', [
  ...([
    'position',
    'logPosition',
    'epoch',
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

const logPosition = parameter<number>('bigint');
const count = parameter<number>('bigint');

export const FIND_EVENTS_AT = compiled(
  'find_webhook_events_at',
  { entities: [Event], parameters: { partnerId: text, ids: parameter<readonly string[]>('bigint[]') } },
  (tables, { partnerId, ids }) =>
    eachOf(ids, (id) =>
      events(tables)
        .select('event.partnerId as owner')
        .where('event.partnerId', '=', partnerId)
        .where('event.position', '=', id),
    ),
);

/** An event of the log as it is read from storage; instants as PostgreSQL writes them. */
export type WebhookEventRow = Omit<RowOf<typeof FIND_EVENTS_AT>, 'position' | 'logPosition'> & {
  /** Text where the driver does not trust a number to hold it. */
  readonly position: string | number;
  readonly logPosition: string | number;
  /** Number of its account; only where the log is followed. */
  readonly accountNumber?: string | null;
};

/** Finds accounts of the partner by their numbers, each by itself: a plan might read all accounts for a list. */
export const ACCOUNTS_NUMBERED = `select account.id from unnest(?::text[]) as wanted (number) cross join lateral (
  select id from payment_account where partner_id = ${OWNER} and number = wanted.number offset 0
) as account`;

const keptOf = (partnerId: string) => `from event as kept where kept.partner_id = ${partnerId}`;

/**
 * Returns a scalar query for the last of the partner's positions up to which all events occurred before an instant, or
 * the one before the oldest stored event. It is a binary search, as `reached_at` never decreases: 25 look-ups for 30
 * million events. The bounds of a look-up are columns: behind row-level security, a condition that calculates, and so may
 * fail with a message about a row, is only checked on rows that the partner may see, which would be read one by one.
 */
export const positionBefore = (partnerId: string, instant: string): string => `
      with recursive half (low, high, least, middle) as (
        select low, high, low + 1, (low + high + 1) / 2 from (select
          coalesce((select position ${keptOf(partnerId)} order by position limit 1), 1) - 1 as low,
          coalesce((select position ${keptOf(partnerId)} order by position desc limit 1), 0) as high
        ) as whole
        union all
        select low, high, low + 1, (low + high + 1) / 2 from (
          select case when probe.reached_at >= ${instant}::timestamptz then half.low else half.middle end as low,
            case when probe.reached_at >= ${instant}::timestamptz then probe.position - 1 else half.high end as high
          from half
          left join lateral (
            select position, reached_at
            ${keptOf(partnerId)} and kept.position between half.least and half.middle
            order by position desc limit 1
          ) as probe on true
          where half.low < half.high
        ) as rest
      )
      select max(low) from half`;

const LAST_BEFORE = positionBefore(OWNER, '?');

const SINCE = 'event.occurred_at >= ?::timestamptz';

/** Contexts and names of kinds. */
const KINDS = `select split_part(kind, ' ', 1)::event_context, split_part(kind, ' ', 2)::event_name
  from unnest(?::text[]) as kind`;

/** The events of a partner in the order of the log, oldest first; filtered by the values of `filterValues`. */
export const eventsOfPartner = new Keyset<WebhookEventRow>({
  name: 'webhook_events',
  list: throughView(listOf([Event], events), { table: 'event', view: 'event_of_partner' }),
  owner: { expression: 'event.partner_id', type: 'text' },
  key: [{ expression: 'event.position', output: 'position', type: 'bigint' }],
  descending: false,
  filters: [
    {
      condition: 'event.entity_id = any (?::text[])',
      values: 'select unnest(?::text[])',
      columns: ['event.entity_id'],
    },
    {
      condition: `event.account_id = any (array(${ACCOUNTS_NUMBERED}))`,
      values: ACCOUNTS_NUMBERED,
      columns: ['event.account_id'],
    },
    {
      condition: `(event.context, event.name) in (${KINDS})`,
      values: KINDS,
      columns: ['event.context', 'event.name'],
    },
    'coalesce(event.raw_name, event.name::text) = any (?::text[])',
    `${rawContextIn('event')} = any (?::text[])`,
    { condition: `${SINCE} and event.position > (${LAST_BEFORE})`, rest: SINCE, after: LAST_BEFORE },
  ],
});

const ACCOUNT_NUMBER = sql<string | null>`(
  select number from payment_account as account where account.id = event.account_id
)`.as('accountNumber');

/** Finds the events of all partners after a position in their log. They become visible in order: none is skipped. */
export const EVENTS_BEHIND = compiled(
  'webhook_events_behind',
  { entities: [Event], parameters: { logPosition, count } },
  (tables, given) =>
    events(tables)
      .select('event.partnerId as owner')
      .select(ACCOUNT_NUMBER)
      .where('event.logPosition', '>', sql<string>`${given.logPosition}`)
      .orderBy('event.logPosition')
      .limit(given.count),
);

/** Finds the end of the log of all partners. */
export const FIND_LOG_HEAD = statement('find_event_log_head', 'select position::float8 as "position" from event_head');
