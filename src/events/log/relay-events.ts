import type { Database, Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import { CURRENT_EPOCH } from './open-epoch.ts';

/** Most events that one transaction numbers: it holds the head only for some 50 ms. */
const BATCH_SIZE = 2_000;
/**
 * Their bodies have at most this many bytes as they are stored, apart from the last one's: all are written again. Of the
 * largest bodies a batch has some 30, while 2,000 would take longer than a statement may, again and again.
 */
const BATCH_BYTES = 8 * 1024 * 1024;
/** Most events of a partner that are noted as one batch to capture. */
export const CAPTURE_BATCH_MAX = 500;

/** Query for when the relay is due: now, if anything is recorded. It is part of that for all due work. */
export const EARLIEST_RECORDED = 'select $1::timestamptz from outbox order by id limit 1';

/** The holder of the head's lock numbers events: relays take turns, so that no leader election is needed. */
const LOCK_HEAD = statement('lock_event_head', `select from event_head for update`);

/**
 * A separate statement, so that its snapshot is newer than the wait for the lock: it sees all that the previous relay
 * has moved. Outbox ids follow the commits within an account, so no older event of the same account appears later. The
 * cost does not depend on configurations: which events to capture is noted for each partner, and done in another
 * transaction. The time of capture is by the database's clock, and never before the event occurred. An epoch is opened
 * first if the database is not the one of the previous run, and for each partner with its first events in it.
 *
 * Only deleted rows are numbered, so that there are no gaps. They are sorted without their bodies, which are joined
 * again.
 */
const NUMBER_OLDEST = statement(
  'number_oldest_events',
  `with ${CURRENT_EPOCH}, oldest as (
     select id, sum(bytes) over (order by id) - bytes as bytes_before
     from (select id, pg_column_size(body) as bytes from outbox order by id limit $1) as sized
   ), taken as (
     delete from outbox where id = any (array(select id from oldest where bytes_before < ${BATCH_BYTES})) returning *
   ), numbered as (
     select id, row_number() over (order by id) as place, row_number() over own as own_place,
       max(occurred_at) over own as reached_at
     from taken
     window own as (partition by partner_id order by id)
   ), moved as (
     insert into event (log_position, epoch, position, reached_at, id, partner_id, name, context, raw_name,
       raw_context, entity_id, subject_id, account_id, idempotency_key, correlation_id, occurred_at, captured_at,
       recorded_at, body)
     select (select position from current) + place, greatest((select epoch from current), head.epoch),
       coalesce(head.position, 0) + own_place, greatest(head.reached_at, numbered.reached_at), event_id, taken.partner_id, name, context, raw_name,
       raw_context, entity_id, subject_id, account_id, idempotency_key, correlation_id, occurred_at,
       greatest(occurred_at, clock_timestamp()), recorded_at, body
     from taken join numbered on numbered.id = taken.id
     left join partner_event_head as head on head.partner_id = taken.partner_id
     returning log_position, partner_id, position, epoch, reached_at
   ), opened as (
     insert into event_epoch (epoch, opened_after)
     select epoch, 0 from current where "isOpened" and exists (select from moved)
   ), advanced as (
     update event_head
     set position = (select max(log_position) from moved), epoch = current.epoch, database_identity = current.identity
     from current where exists (select from moved)
   ), partners_advanced as (
     insert into partner_event_head as head (partner_id, position, reached_at, epoch)
     select partner_id, max(position), max(reached_at), max(epoch) from moved group by partner_id
     on conflict (partner_id) do update
       set position = excluded.position, reached_at = excluded.reached_at, epoch = excluded.epoch
   ), partners_opened as (
     insert into event_epoch (partner_id, epoch, opened_after)
     select moved.partner_id, moved.epoch, min(moved.position) - 1
     from moved left join partner_event_head as head on head.partner_id = moved.partner_id
     where head.epoch is distinct from moved.epoch
     group by 1, 2
   ), to_capture as (
     insert into event_capture (partner_id, next_position, last_position, events)
     select partner_id, min(position), max(position), count(*)
     from moved group by partner_id, position / ${CAPTURE_BATCH_MAX}
   )
   select count(*)::int as "moved",
     count(*) = $1 or exists (select from oldest where bytes_before >= ${BATCH_BYTES}) as "hasMore"
   from moved`,
  { neverNull: ['hasMore'], writes: 'order' },
);

/** A batch of events that were numbered in one transaction. */
interface NumberedBatch {
  readonly moved: number;
  /** Whether the batch was full, so that there may be more. */
  readonly hasMore: boolean;
}

/** Result of one capture. */
export interface CaptureRun {
  /** Messages that were queued. */
  readonly captured: number;
  /** Whether there may be more to do immediately. */
  readonly hasMore: boolean;
}

/** Processes events after they are numbered, in its own transactions. */
export interface EventFollower {
  /** Call it in its own transaction. */
  capture(sql: Sql, now: Date): Promise<CaptureRun>;
  /** Called if `capture` may have failed; the events are numbered in any case. */
  captureFailed(): void;
}

/** Result of a run of the relay. */
export interface RelayRun {
  /** Whether events may have become visible to readers, or messages may have been queued. */
  readonly hasMoved: boolean;
  /** Whether there may be more to do immediately. */
  readonly hasMore: boolean;
}

/** Assigns positions to the oldest recorded events, without gaps, and makes them visible to readers. */
export class EventRelay {
  private readonly follower: EventFollower;

  constructor(follower: EventFollower) {
    this.follower = follower;
  }

  /**
   * Numbers events and has them captured: two transactions in one round trip. Events are numbered even if they cannot
   * be captured.
   */
  async run(database: Database, now: Date): Promise<RelayRun> {
    try {
      const [numbered, { captured, hasMore }] = await database.transactionsInOneRoundTrip(
        (sql) => numberEvents(sql),
        (sql) => this.follower.capture(sql, now),
      );
      return { hasMoved: numbered.moved + captured > 0, hasMore: numbered.hasMore || hasMore };
    } catch {
      // If numbering failed, it fails again here, with its own error.
      const { hasMore } = await database.transaction((transaction) =>
        transaction.pipeline((pipelined) => numberEvents(pipelined)),
      );
      this.follower.captureFailed();
      return { hasMoved: true, hasMore };
    }
  }
}

/** Numbers events; call it in a transaction. */
export async function numberEvents(sql: Sql): Promise<NumberedBatch> {
  const [, [batch]] = await Promise.all([sql.run(LOCK_HEAD, []), sql.run(NUMBER_OLDEST, [BATCH_SIZE])]);
  return batch ?? { moved: 0, hasMore: false };
}
