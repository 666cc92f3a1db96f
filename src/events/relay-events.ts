import type { Database, Sql } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

/** Events that one transaction numbers at most: it holds the head only so long. */
const BATCH_SIZE = 500;

/** Whoever holds the head numbers events; several relays take turns, so that none needs to be elected. */
const LOCK_HEAD = statement('lock_event_head', `select from event_head for update`);

/**
 * A statement of its own, for a snapshot from after the wait: it sees all that the relay before has moved. Per account
 * the outbox ids follow the commits, so the oldest rows seen are never overtaken by an older one of the same account.
 */
const MOVE_OLDEST = statement(
  'move_oldest_events',
  `with oldest as (
     select id from outbox order by id limit $1
   ), taken as (
     delete from outbox using oldest where outbox.id = oldest.id returning outbox.*
   ), moved as (
     insert into event (position, id, partner_id, name, context, entity_id, subject_id, idempotency_key,
       correlation_id, occurred_at, captured_at, body)
     select (select position from event_head) + row_number() over (order by id), event_id, partner_id, name, context,
       entity_id, subject_id, idempotency_key, correlation_id, occurred_at, $2::timestamptz, body
     from taken
     returning position
   ), advanced as (
     update event_head set position = (select max(position) from moved) where exists (select from moved)
   )
   select count(*)::int as "moved", min(position)::text as "first", max(position)::text as "last" from moved`,
);

/** Events that have just been given their positions, all those from `first` to `last`. */
export interface NumberedEvents {
  readonly first: string;
  readonly last: string;
  /** When they were captured. */
  readonly at: Date;
}

/** What else is done with numbered events, in the same transaction: both happen or none. */
export type FollowEvents = (sql: Sql, events: NumberedEvents) => Promise<void>;

/** What a run of the relay came to. */
export interface RelayRun {
  readonly moved: number;
  /** Whether the batch was full, so that there may be more. */
  readonly hasMore: boolean;
}

/** Gives the oldest recorded events their positions in the log, without gaps, and makes them visible to readers. */
export async function relayEvents(database: Database, now: Date, follow: FollowEvents): Promise<RelayRun> {
  const moved = await database.transaction(async (transaction) => {
    const batch = await transaction.pipeline(async (pipelined) => {
      const [, [row]] = await Promise.all([
        pipelined.run(LOCK_HEAD, []),
        pipelined.run<Batch>(MOVE_OLDEST, [BATCH_SIZE, now.toISOString()]),
      ]);
      return row;
    });
    if (batch?.first == null || batch.last === null) return 0;
    const { first, last } = batch;
    transaction.pipelineWithCommit((pipelined) => follow(pipelined, { first, last, at: now }));
    return batch.moved;
  });
  return { moved, hasMore: moved === BATCH_SIZE };
}

interface Batch {
  readonly moved: number;
  readonly first: string | null;
  readonly last: string | null;
}
