import { OTHER } from '../../kernel/domain-event.ts';
import { CONTEXT_IN_BODY } from '../../events/log/event-log.ts';
import { rawContextIn } from '../../events/log/raw-name.value.ts';
import { ACCOUNTS_NUMBERED } from '../../events/readers/webhook-event.rows.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { bounding, listLike, oneOf, type KeysetFilter } from '../../platform/statements/keyset-options.ts';
import { statement, type SqlValue } from '../../platform/statements/statement.ts';
import type { MessageSearch } from './message-search.value.ts';
import type { DeliveryProgress, WebhookMessageState } from './webhook-message.enum.ts';
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

/** Where each condition of a search is among the filters. */
const FILTERS = [
  ...(['startDate', 'endDateExclusive', 'since', 'until'] as const),
  // Those that find the fewest messages come first: a page is found by the first one.
  ...(['messageIds', 'idempotencyKeys', 'correlationIds', 'entityIds', 'accountNumbers', 'configurationIds'] as const),
  ...(['progress', 'names', 'rawNames'] as const),
  ...(['states', 'anyNames', 'anyRawNames', 'contexts', 'rawContexts'] as const),
] as const;
type FilterName = (typeof FILTERS)[number];

const indexOf = (name: FilterName) => FILTERS.indexOf(name);

/** Progress of messages that can be in a state. */
const PROGRESS: Readonly<Record<WebhookMessageState, readonly DeliveryProgress[]>> = {
  SUCCESS: ['SUCCESS', 'RESENDING'],
  FAILED: ['FAILED', 'RETRYING'],
  HOLD: ['WAITING', 'RETRYING', 'RESENDING'],
};

/** Returns the values of a search in the order of the filters. */
export function searchFilters(search: MessageSearch): readonly SqlValue[] {
  const { states, eventNames, rawEventNames = null } = search;
  const { configurationIds, entityIds, accountNumbers, correlationIds } = search;
  const isFound = [search.messageIds, search.idempotencyKeys].some((one) => one != null);
  const isWalked = [configurationIds, entityIds, accountNumbers, correlationIds].some((one) => one != null);
  // Behind a state and names alone, PostgreSQL knows which index has fewer messages.
  const isPlanned = isFound || (!isWalked && states !== null && (eventNames ?? rawEventNames) !== null);
  const isByRawName = rawEventNames !== null && (eventNames ?? [OTHER]).every((name) => name === OTHER);
  const leading = <Value>(value: Value, isLeading = true) => (isLeading && !isPlanned ? value : null);
  const progress = states === null ? null : [...new Set(states.flatMap((state) => PROGRESS[state]))];
  const values: Readonly<Partial<Record<FilterName, SqlValue>>> = {
    ...search,
    progress: leading(progress),
    names: leading(eventNames, !isByRawName),
    rawNames: leading(rawEventNames, isByRawName),
    anyNames: isPlanned || isByRawName ? eventNames : null,
    anyRawNames: isPlanned || !isByRawName ? rawEventNames : null,
  };
  return FILTERS.map((name) => values[name] ?? null);
}

/**
 * Returns the filters to which cursors are bound, whichever one finds the page: those of earlier releases, which had one
 * value of each, and then others that are given.
 */
export function boundFilters(filters: readonly SqlValue[]): readonly SqlValue[] {
  if (filters.length === 0) return filters;
  const valueOf = (name: FilterName) => filters[indexOf(name)] ?? null;
  const states = valueOf('states');
  const isIn = (state: WebhookMessageState) => (Array.isArray(states) && states.includes(state) ? true : null);
  const former = [
    ...[valueOf('startDate'), valueOf('endDateExclusive'), isIn('SUCCESS'), isIn('FAILED'), isIn('HOLD')],
    ...[valueOf('names') ?? valueOf('anyNames'), oneOrAll(valueOf('rawNames') ?? valueOf('anyRawNames')), null],
    ...[oneOrAll(valueOf('contexts')), oneOrAll(valueOf('rawContexts'))],
  ];
  const others = FILTERS.slice(indexOf('since'), indexOf('progress')).map(valueOf);
  return others.every((value) => value === null) ? former : [...former, ...others];
}

function oneOrAll(value: SqlValue): SqlValue {
  return Array.isArray(value) && value.length === 1 ? String(value[0]) : value;
}

/**
 * Returns conditions on OTHER events. Contexts are checked for OTHER only: every other name has one context.
 */
function otherConditions(table: string) {
  const ifOther = (condition: string) => `(${table}.event_name <> 'OTHER' or ${condition})`;
  return {
    contexts: ifOther(`${table}.context = any (?::event_context[])`),
    rawContexts: ifOther(`${rawContextIn(table)} = any (?::text[])`),
  };
}

/** Returns a condition on the shown state: with its value, all but the states in it are left out of a plan. */
function stateCondition(table: string): string {
  const conditions = {
    SUCCESS: `${table}.progress = 'SUCCESS' or (${table}.progress = 'RESENDING' and ${isClosed(table)})`,
    FAILED: `${table}.progress = 'FAILED' or (${table}.progress = 'RETRYING' and ${isClosed(table)})`,
    HOLD: `${table}.progress = 'WAITING' or (${table}.progress in ('RETRYING', 'RESENDING') and not ${isClosed(table)})`,
  };
  const arms = Object.entries(conditions).map(
    ([state, condition]) =>
      `('${state}' = any (?::text[]) and ${table}.progress in (${PROGRESS_OF.get(state) ?? ''}) and (${condition}))`,
  );
  return `(${arms.join(' or ')})`;
}

/** SQL of the progress in a state, in which an index finds it. */
const PROGRESS_OF = new Map(
  Object.entries(PROGRESS).map(([state, all]) => [state, all.map((one) => `'${one}'`).join(', ')]),
);

const NAMES_OF_MESSAGE = 'coalesce(message.raw_name, message.event_name::text) = any (?::text[])';

/** Returns a filter by several values of a column, of which there is an index. */
function among(column: string, type = 'uuid'): KeysetFilter {
  return { condition: `${column} = any (?::${type}[])`, values: `select unnest(?::${type}[])`, columns: [column] };
}

const MESSAGE_CONDITIONS: Readonly<Record<FilterName, KeysetFilter>> = {
  startDate: bounding(`message.sent_date >= ?::date::timestamp at time zone 'UTC'`),
  endDateExclusive: bounding(`message.sent_date < ?::date::timestamp at time zone 'UTC'`),
  since: bounding('message.sent_date >= ?::timestamptz'),
  until: bounding('message.sent_date < ?::timestamptz'),
  messageIds: among('message.id'),
  idempotencyKeys: among('message.idempotency_key'),
  correlationIds: among('message.correlation_id'),
  entityIds: among('message.entity_id', 'text'),
  accountNumbers: oneOf('message.account_id', ACCOUNTS_NUMBERED),
  configurationIds: among('message.configuration_id'),
  progress: among('message.progress', 'delivery_progress'),
  names: among('message.event_name', 'event_name'),
  rawNames: among('message.raw_name', 'text'),
  states: stateCondition('message'),
  anyNames: 'message.event_name = any (?::event_name[])',
  anyRawNames: NAMES_OF_MESSAGE,
  ...otherConditions('message'),
};

/** The filters of a search. */
export const MESSAGE_FILTERS: readonly KeysetFilter[] = FILTERS.map((name) => MESSAGE_CONDITIONS[name]);
/** How many of them, from the first, are the period. */
export const PERIOD_FILTERS = indexOf('messageIds');

const TALLY_CONDITIONS: Readonly<Partial<Record<FilterName, string>>> = {
  startDate: 'tally.day >= ?::date',
  endDateExclusive: 'tally.day < ?::date',
  configurationIds: 'tally.configuration_id = any (?::uuid[])',
  progress: 'tally.progress = any (?::delivery_progress[])',
  names: 'tally.event_name = any (?::event_name[])',
  rawNames: 'tally.raw_name = any (?::text[])',
  states: stateCondition('tally'),
  anyNames: 'tally.event_name = any (?::event_name[])',
  anyRawNames: `coalesce(nullif(tally.raw_name, ''), tally.event_name::text) = any (?::text[])`,
  ...otherConditions('tally'),
};

/** The same filters of the daily tallies; null: they do not know it. */
export const TALLY_FILTERS: readonly (string | null)[] = FILTERS.map((name) => TALLY_CONDITIONS[name] ?? null);

/** Checks whether the daily tallies know all conditions of a search. */
export function isTallied(filters: readonly SqlValue[]): boolean {
  return TALLY_FILTERS.every((filter, nth) => filter !== null || (filters[nth] ?? null) === null);
}

/** The filters that have an index of their own, and those that find no more messages than they have values. */
const FINDING = FILTERS.slice(PERIOD_FILTERS, indexOf('states'));
const FINDING_FEW: readonly FilterName[] = ['messageIds', 'idempotencyKeys'];

/** The id before all others: none has it. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** How combinations of filters are read: by the one that finds the fewest messages. */
const WALKS = {
  by: FINDING.map(indexOf),
  areNeeded(given: readonly SqlValue[]): boolean {
    const present = FINDING.filter((name) => (given[indexOf(name)] ?? null) !== null);
    return present.length > 1 && !present.some((name) => FINDING_FEW.includes(name));
  },
};

/** Returns the keys between which the messages of a period are. */
function keysWithin(given: readonly SqlValue[]) {
  const [startDate, endDateExclusive, since, until] = given;
  const first = since ?? midnight(startDate);
  const end = until ?? midnight(endDateExclusive);
  return {
    ...(typeof end === 'string' && { after: [end, FIRST_ID] }),
    ...(typeof first === 'string' && { before: [first, FIRST_ID] }),
  };
}

function midnight(day: SqlValue | undefined): string | undefined {
  return typeof day === 'string' ? `${day} 00:00:00+00` : undefined;
}

/**
 * The messages of a partner, newest first. The total is summed from daily tallies if these know all conditions: its cost
 * does not depend on the number of messages.
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
  walks: WALKS,
  keysWithin,
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
