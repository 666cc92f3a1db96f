import { sql } from 'kysely';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.entity.ts';
import {
  columnsOf,
  compiled,
  literal,
  nullableText,
  parameter,
  text,
  timestamptz,
  uuid,
  type RowOf,
} from '../../../platform/statements/compiled.ts';
import { statement } from '../../../platform/statements/statement.ts';
import { dueInTurn } from '../../../platform/database/waiting-partners.ts';
import { ProviderIntent } from './provider-intent.entity.ts';

/** Value of erased columns. */
const nothing = sql<null>`null`;
const boolean = parameter<boolean>('boolean');
const nullableUuid = parameter<string | null>('uuid');
/** States in which nothing is open any more. */
type Settled = 'SUCCEEDED' | 'REFUSED' | 'NOT_EXECUTED';

/**
 * Stores an intent, or nothing if its key stands for a result, or if an open intent has its key, its input or its turn.
 * It is its own transaction, since nothing may be sent that is not stored. If the client can repeat the request with
 * its key, the commit does not wait for the disk: after a power failure, the provider replays that key.
 */
export const CLAIM_INTENT = compiled(
  'claim_provider_intent',
  {
    entities: [ProviderIntent, IdempotencyKey],
    parameters: {
      ...{ id: uuid, partnerId: text, client: nullableText, correlationId: uuid, mutation: text, key: uuid },
      ...{ isClientsKey: boolean, fingerprint: text, turn: nullableText, request: text },
      ...{ lease: uuid, leasedUntil: timestamptz, now: timestamptz, machineAt: timestamptz, waitsForDisk: boolean },
    },
    writes: 'lock',
  },
  (tables, { leasedUntil, now, machineAt, waitsForDisk, ...given }) =>
    tables
      .insertInto('ProviderIntent')
      .columns([
        ...(['id', 'partnerId', 'client', 'correlationId', 'mutation', 'key', 'isClientsKey', 'fingerprint'] as const),
        ...(['turn', 'request', 'lease', 'state', 'dueAt', 'createdAt', 'machineAt', 'lastSentAt'] as const),
      ])
      .expression(
        tables
          .selectNoFrom([
            ...[given.id.as('id'), given.partnerId.as('partnerId'), given.client.as('client')],
            ...[given.correlationId.as('correlationId'), given.mutation.as('mutation'), given.key.as('key')],
            ...[given.isClientsKey.as('isClientsKey'), given.fingerprint.as('fingerprint'), given.turn.as('turn')],
            ...[given.request.as('request'), given.lease.as('lease')],
            sql<'RUNNING'>`'RUNNING'::intent_state`.as('state'),
            // If this process dies, its call may have been sent at any time of the lease.
            ...[leasedUntil.as('dueAt'), now.as('createdAt'), machineAt.as('machineAt'), leasedUntil.as('lastSentAt')],
          ])
          .where((where) =>
            where.not(
              where.exists(
                where
                  .selectFrom('IdempotencyKey as held')
                  .select('held.key')
                  .where('held.partnerId', '=', given.partnerId)
                  .where('held.mutation', '=', given.mutation)
                  .where('held.key', '=', given.key)
                  .where('held.expiresAt', '>', now),
              ),
            ),
          )
          .where(sql<boolean>`(${waitsForDisk} or set_config('synchronous_commit', 'off', true) is not null)`),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
);

/**
 * Finds what prevents an intent from being claimed: the result of its key, or an open intent. SQL, as it is a union of tables. The result of a key outweighs an intent that was open a moment ago. A request with a
 * key of its client ($7) is never answered with what an intent without one creates, even if their input is the same.
 */
export const FIND_STANDING = statement(
  'find_standing_intent',
  `select 'RESULT' as "kind", result_id as "id", key, fingerprint
   from idempotency_key where partner_id = $1 and mutation = $2 and key = $3 and expires_at > $6
   union all
   select case when mutation <> $2 then 'TURN' when key = $3 then 'KEY'
       when not $7::boolean and not is_clients_key and fingerprint = $4 then 'INPUT' else 'TURN' end,
     id, key, fingerprint
   from provider_intent
   where partner_id = $1 and state in ('RUNNING', 'UNKNOWN')
     and (mutation = $2 and (key = $3 or not $7::boolean and not is_clients_key and fingerprint = $4) or turn = $5)`,
);

/** What prevents an intent from being claimed. */
export type Standing = RowOf<typeof FIND_STANDING>;

/** Finds the state of an intent. */
export const FIND_INTENT = compiled(
  'find_provider_intent',
  { entities: [ProviderIntent], parameters: { partnerId: text, id: uuid } },
  (tables, { partnerId, id }) =>
    tables
      .selectFrom('ProviderIntent as intent')
      .select(columnsOf('intent', ['state', 'resultId']))
      .where('intent.partnerId', '=', partnerId)
      .where('intent.id', '=', id),
);

/** Deletes an intent of which nothing was sent. */
export const FORGET_INTENT = compiled(
  'forget_provider_intent',
  { entities: [ProviderIntent], parameters: { id: uuid, lease: uuid }, writes: 'lock' },
  (tables, { id, lease }) => tables.deleteFrom('ProviderIntent').where('id', '=', id).where('lease', '=', lease),
);

/** Releases an intent to a worker. */
export const POSTPONE_INTENT = compiled(
  'postpone_provider_intent',
  {
    entities: [ProviderIntent],
    parameters: { id: uuid, lease: uuid, dueAt: timestamptz, more: parameter<number>('int') },
    writes: 'lock',
  },
  (tables, { id, lease, dueAt, more }) =>
    tables
      .updateTable('ProviderIntent')
      .set((columns) => ({ lease: nothing, dueAt, tries: sql<number>`${columns.ref('tries')} + ${more}` }))
      .where('id', '=', id)
      .where('lease', '=', lease),
);

/** Releases an intent to a worker after its first call, which was not sent later than now. */
export const RELEASE_UNANSWERED_INTENT = compiled(
  'release_unanswered_provider_intent',
  {
    entities: [ProviderIntent],
    parameters: { id: uuid, lease: uuid, dueAt: timestamptz, now: timestamptz },
    writes: 'lock',
  },
  (tables, { id, lease, dueAt, now }) =>
    tables
      .updateTable('ProviderIntent')
      .set({ lease: nothing, dueAt, lastSentAt: now, tries: sql<number>`1` })
      .where('id', '=', id)
      .where('lease', '=', lease),
);

/** Gives up an intent whose outcome is unknown: it keeps its key until an event or an operator decides. */
export const GIVE_INTENT_UP = compiled(
  'give_provider_intent_up',
  { entities: [ProviderIntent], parameters: { id: uuid, lease: uuid }, writes: 'lock' },
  (tables, { id, lease }) =>
    tables
      .updateTable('ProviderIntent')
      .set({ state: literal('UNKNOWN'), lease: nothing, dueAt: nothing })
      .where('id', '=', id)
      .where('lease', '=', lease),
);

/** Settles an intent for the holder of its lease, in the transaction of its effect, and erases its input. */
export const SETTLE_INTENT = compiled(
  'settle_provider_intent',
  {
    entities: [ProviderIntent],
    parameters: {
      ...{ id: uuid, lease: uuid, now: timestamptz },
      ...{ state: parameter<Settled>('intent_state'), resultId: nullableUuid, refusal: nullableText },
    },
    writes: 'lock',
  },
  (tables, { id, lease, now, state, resultId, refusal }) =>
    tables
      .updateTable('ProviderIntent')
      .set({ state, resultId, refusal, settledAt: now, request: nothing, lease: nothing, dueAt: nothing })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .returning('id'),
);

/**
 * Notes that an intent is sent again, at some time of its lease: only a while after its last attempt can it count as not
 * executed.
 */
export const NOTE_SENDING = compiled(
  'note_provider_sending',
  { entities: [ProviderIntent], parameters: { id: uuid, lease: uuid }, writes: 'lock' },
  (tables, { id, lease }) =>
    tables
      .updateTable('ProviderIntent')
      .set((columns) => ({ lastSentAt: columns.ref('dueAt') }))
      .where('id', '=', id)
      .where('lease', '=', lease)
      .returning('id'),
);

const intents = dueInTurn('provider_intent', 'id');

/** Query for when the next intent is due, as part of that for all due work. */
export const EARLIEST_INTENT = intents.earliest;

/** Columns of a claimed intent, with its partner. */
export const TAKEN_COLUMNS = `intent.id, intent.partner_id as "partnerId", partner.company_key as "companyKey",
  intent.client, intent.correlation_id as "correlationId", intent.mutation, intent.key,
  intent.is_clients_key as "isClientsKey", intent.fingerprint, intent.request, intent.tries,
  intent.created_at as "createdAt", intent.machine_at as "machineAt", intent.last_sent_at as "lastSentAt"`;

/** What each open intent has, although it is erased later. */
export const OPEN_INTENT = { neverNull: ['request', 'lastSentAt'] } as const;

/**
 * Claims due intents, with lease $6 until $2. SQL, as partners take turns: the oldest intent of each, then the second
 * of each, and none has more than its share. Two workers never claim the same one.
 */
export const TAKE_UP_INTENTS = statement(
  'take_up_provider_intents',
  `with recursive ${intents.dueInShares}
   update provider_intent as intent set lease = $6, due_at = $2
   from (
     select id from provider_intent where id in (select id from due) for update skip locked
   ) as taken, partner
   where intent.id = taken.id and partner.id = intent.partner_id
   returning ${TAKEN_COLUMNS}`,
  { ...OPEN_INTENT, writes: 'lock' },
);

/** An open intent that a worker has claimed. */
export type TakenIntent = RowOf<typeof TAKE_UP_INTENTS>;

/** Finds the newest intent of a key. */
export const FIND_OUTCOME = compiled(
  'find_provider_outcome',
  { entities: [ProviderIntent], parameters: { partnerId: text, mutation: text, key: uuid } },
  (tables, { partnerId, mutation, key }) =>
    tables
      .selectFrom('ProviderIntent as intent')
      .select(columnsOf('intent', ['state', 'createdAt', 'dueAt', 'refusal', 'correlationId']))
      .where('intent.partnerId', '=', partnerId)
      .where('intent.mutation', '=', mutation)
      .where('intent.key', '=', key)
      .orderBy('intent.createdAt', 'desc')
      .limit(sql<number>`1`),
);

export const COUNT_OPEN_INTENTS = statement(
  'count_open_provider_intents',
  `select count(*)::int as "open" from provider_intent where partner_id = $1 and state in ('RUNNING', 'UNKNOWN')`,
);
