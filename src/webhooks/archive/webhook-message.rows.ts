import { CONTEXT_IN_BODY } from '../../events/log/event-log.ts';
import { rawContextIn } from '../../events/log/raw-name.value.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { listLike, type KeysetFilter, type SpreadFilter } from '../../platform/statements/keyset-options.ts';
import { statement, type SqlValue } from '../../platform/statements/statement.ts';
import type { MessageSearch } from './message-search.value.ts';
import type { WebhookMessageState } from './webhook-message.enum.ts';
import type { RowOf } from '../../platform/statements/compiled.ts';

/**
 * Whether nothing is held back, which is only looked up for the progress that needs it; a deleted configuration has no
 * breaker. A join would be planned as if each row had to find all breakers of the partner behind row-level security.
 */
const isClosed = (table: string) =>
  `coalesce((select breaker.state from webhook_breaker as breaker
     where breaker.configuration_id = ${table}.configuration_id), 'CLOSED') = 'CLOSED'`;

/** Returns SQL of the shown state, from the progress in a table and the breaker. */
export const stateIn = (table: string) => `case
    when ${table}.progress = 'WAITING' or (${table}.progress in ('RETRYING', 'RESENDING') and not ${isClosed(table)}) then 'HOLD'
    when ${table}.progress in ('SUCCESS', 'RESENDING') then 'SUCCESS'
    else 'FAILED'
  end`;

/** SQL of the shown state of a message. */
export const MESSAGE_STATE = stateIn('message');

export const MESSAGE_COLUMNS = `
  message.id, message.configuration_id as "configurationId", message.event_position::text as "eventPosition",
  message.idempotency_key as "idempotencyKey", message.destination, message.sent_date as "sentDate",
  message.event_name as "eventName", message.context,
  coalesce(message.raw_name, message.event_name::text) as "rawEventName",
  coalesce(${rawContextIn('message')}, '${CONTEXT_IN_BODY.OTHER}') as "rawContext", message.retry_count as "retryCount",
  message.next_attempt_at as "nextAttemptAt", message.elapsed_event_capture_us::float8 as "elapsedEventCaptureUs",
  message.elapsed_http_call_us::float8 as "elapsedHttpCallUs", message.previous_sequence as "previousSequence",
  ${MESSAGE_STATE} as "state"`;

/**
 * Through the view, so that behind row-level security too a name is searched for in its index, and messages of an event
 * in that of events: the partner of a policy is a condition that an index matches.
 */
export const MESSAGES = 'webhook_message_of_partner as message';

/**
 * Returns SQL of the messages of a partner with these ids, as `message`. With `offset 0` each is looked up by its id; else
 * a plan for many partners might read all messages of the partner.
 */
export function messagesById(partnerId: string, ids: string): string {
  return `unnest(${ids}::uuid[]) as wanted (id) cross join lateral (
     select * from webhook_message as stored where stored.partner_id = ${partnerId} and stored.id = wanted.id offset 0
   ) as message`;
}

export const FIND_MESSAGES = statement(
  'find_webhook_messages',
  `select message.partner_id as "owner", ${MESSAGE_COLUMNS}
   from ${messagesById('$1', '$2')}`,
);

/** A message of the archive; instants as PostgreSQL writes them, durations in microseconds. */
export type WebhookMessageRow = RowOf<typeof FIND_MESSAGES>;

/** Returns the values of a search in the order of the filters. */
export function searchFilters({ startDate, endDateExclusive, state, eventNames, ...others }: MessageSearch) {
  const { otherName = null, anyName = null, context = null, rawContext = null } = others;
  const isState = (wanted: WebhookMessageState) => (state === wanted ? true : null);
  return [
    startDate,
    endDateExclusive,
    isState('SUCCESS'),
    isState('FAILED'),
    isState('HOLD'),
    ...nameFilters(eventNames, state),
    otherName,
    anyName,
    context,
    rawContext,
  ];
}

/** Returns the filters to which cursors are bound: the names are one value, whichever filter finds the page by them. */
export function boundFilters(filters: readonly SqlValue[]): readonly SqlValue[] {
  if (filters.length === 0) return filters;
  const [startDate, endDateExclusive, succeeded, failed, held, one, leading, any, ...others] = filters;
  const names = one == null ? (leading ?? any ?? null) : [String(one)];
  return [startDate, endDateExclusive, succeeded, failed, held, names, ...others].map((value) => value ?? null);
}

/**
 * Returns one name; or several, each with an index for its page; or several besides a state, whose index may be the
 * better one.
 */
function nameFilters(
  names: MessageSearch['eventNames'],
  state: WebhookMessageState | null,
): readonly [SqlValue, SqlValue, SqlValue] {
  if (names?.length === 1) return [names[0] ?? null, null, null];
  return state === null ? [null, names, null] : [null, null, names];
}

const isOf = (table: string) => `${table}.event_name = ?::event_name`;
const isOfAny = (table: string) => `${table}.event_name = any (?::event_name[])`;

const LED_BY_NAMES: SpreadFilter = {
  condition: isOfAny('message'),
  values: 'select unnest(?::event_name[])',
  columns: ['message.event_name'],
};

/**
 * Returns conditions on OTHER events. A declared name may have been OTHER in an earlier release. Contexts are checked
 * for OTHER only: every other name has one context.
 */
function otherConditions(table: string): readonly string[] {
  const ifOther = (condition: string) => `(${table}.event_name <> 'OTHER' or ${condition})`;
  return [
    `${table}.raw_name = ?::text`,
    `(${table}.event_name = ?::event_name or ${table}.raw_name = ?::text)`,
    ifOther(`${table}.context = ?::event_context`),
    ifOther(`${rawContextIn(table)} = ?::text`),
  ];
}

/** Returns one condition per state, in the words of the partial index that serves it. */
function stateConditions(table: string): readonly string[] {
  return [
    `?::boolean and (${table}.progress = 'SUCCESS' or (${table}.progress = 'RESENDING' and ${isClosed(table)}))`,
    `?::boolean and ${table}.progress in ('FAILED', 'RETRYING') and (${table}.progress = 'FAILED' or ${isClosed(table)})`,
    `?::boolean and ${table}.progress in ('WAITING', 'RETRYING', 'RESENDING')
       and (${table}.progress = 'WAITING' or not ${isClosed(table)})`,
  ];
}

/** The filters of a search. */
export const MESSAGE_FILTERS: readonly KeysetFilter[] = [
  `message.sent_date >= ?::date::timestamp at time zone 'UTC'`,
  `message.sent_date < ?::date::timestamp at time zone 'UTC'`,
  ...stateConditions('message'),
  isOf('message'),
  LED_BY_NAMES,
  isOfAny('message'),
  ...otherConditions('message'),
];
/** How many of them, from the first, are the period. */
export const PERIOD_FILTERS = 2;

/** The same filters of the daily tallies. */
export const TALLY_FILTERS: readonly string[] = [
  'tally.day >= ?::date',
  'tally.day < ?::date',
  ...stateConditions('tally'),
  isOf('tally'),
  isOfAny('tally'),
  isOfAny('tally'),
  ...otherConditions('tally'),
];

/**
 * The messages of a partner, newest first. The total is summed from daily tallies: its cost does not depend on the
 * number of messages.
 */
export const messagesOfPartner = new Keyset<WebhookMessageRow>({
  name: 'webhook_messages',
  list: listLike(FIND_MESSAGES, `select ${MESSAGE_COLUMNS} from ${MESSAGES}`),
  owner: { expression: 'message.partner_id', type: 'text' },
  key: [
    { expression: 'message.sent_date', output: 'sentDate', type: 'timestamptz' },
    { expression: 'message.id', output: 'id', type: 'uuid' },
  ],
  descending: true,
  filters: MESSAGE_FILTERS,
  boundingFilters: PERIOD_FILTERS,
  totals: {
    from: 'message_tally as tally',
    owner: 'tally.partner_id',
    total: 'sum(tally.messages)',
    filters: TALLY_FILTERS,
  },
});

/** The messages of an event, newest first; the filter is the partner whose event it is. */
export const messagesOfEvent = new Keyset<WebhookMessageRow>({
  name: 'event_messages',
  list: listLike(FIND_MESSAGES, `select ${MESSAGE_COLUMNS} from ${MESSAGES}`),
  owner: { expression: 'message.event_position', type: 'bigint' },
  key: [
    { expression: 'message.sent_date', output: 'sentDate', type: 'timestamptz' },
    { expression: 'message.id', output: 'id', type: 'uuid' },
  ],
  descending: true,
  filters: ['message.partner_id = ?'],
  boundingFilters: 1,
});

/** Maximum number of an event's messages without paging. */
export const MESSAGES_OF_EVENT_MAX = 100;

export const FIND_MESSAGES_OF_EVENTS = statement(
  'find_webhook_messages_of_events',
  `select message.partner_id as "owner", ${MESSAGE_COLUMNS}
   from unnest($2::bigint[]) as event (position)
   cross join lateral (
     select * from ${MESSAGES}
     where message.partner_id = $1 and message.event_position = event.position
     order by message.sent_date desc, message.id desc limit ${MESSAGES_OF_EVENT_MAX}
   ) as message
   order by message.sent_date desc, message.id desc`,
);

/** Maximum number of attempts shown per message: one that is sent again and again by hand has more. */
const ATTEMPTS_MAX = 100;

export const FIND_ATTEMPTS = statement(
  'find_webhook_attempts',
  `select message_id as "messageId", at, http_status as "httpStatus", error,
     elapsed_http_call_us::float8 as "elapsedHttpCallUs"
   from unnest($1::uuid[]) as message (id)
   cross join lateral (
     select * from webhook_attempt where message_id = message.id order by nth desc, at desc limit ${ATTEMPTS_MAX}
   ) as attempt
   order by message_id, nth, at`,
);

/** A call to an endpoint as it is read from storage. */
export type WebhookAttemptRow = RowOf<typeof FIND_ATTEMPTS>;
