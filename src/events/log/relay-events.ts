import type { Database, Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import { CURRENT_EPOCH } from './open-epoch.ts';

/** Events that one transaction numbers at most: it holds the head only so long, some 50 ms. */
const BATCH_SIZE = 2_000;
/** Events of one partner that are noted to be captured as one batch at most: releases before this one take no more of it. */
export const CAPTURE_BATCH_MAX = 500;

/** When the relay is to run: now, if anything is recorded. For a look at all work that is due. */
export const EARLIEST_RECORDED = 'select $1::timestamptz from outbox order by id limit 1';

/** The holder of the head's lock numbers events; several relays take turns, so that none needs to be elected. */
const LOCK_HEAD = statement('lock_event_head', `select from event_head for update`);

/**
 * A statement of its own, for a snapshot from after the wait: it sees all that the relay before has moved. Per account
 * the outbox ids follow the commits, so the oldest rows seen are never overtaken by an older one of the same account.
 * It costs the same whatever partners have configured: what becomes of the events is noted for each partner, and done
 * in another transaction. An event is captured by the database's clock, and not before it occurred. An epoch is opened before, where the database is not the one of the last run.
 *
 * Only what is taken is numbered, so that there are no gaps. It is sorted without its body, which is joined again.
 */
const NUMBER_OLDEST = statement<{ moved: number }>(
  'number_oldest_events',
  `with ${CURRENT_EPOCH}, oldest as (
     select id from outbox order by id limit $1
   ), taken as (
     delete from outbox where id = any (array(select id from oldest)) returning *
   ), numbered as (
     select id, row_number() over (order by id) as place, row_number() over own as own_place,
       max(occurred_at) over own as reached_at
     from taken
     window own as (partition by partner_id order by id)
   ), moved as (
     insert into event (position, epoch, partner_position, reached_at, id, partner_id, name, context, raw_name,
       raw_context, entity_id, subject_id, account_id, idempotency_key, correlation_id, occurred_at, captured_at,
       recorded_at, body)
     select (select position from current) + place, greatest((select epoch from current), head.epoch),
       coalesce(head.position, 0) + own_place, greatest(head.reached_at, numbered.reached_at), event_id, taken.partner_id, name, context, raw_name,
       raw_context, entity_id, subject_id, account_id, idempotency_key, correlation_id, occurred_at,
       greatest(occurred_at, clock_timestamp()), recorded_at, body
     from taken join numbered on numbered.id = taken.id
     left join partner_event_head as head on head.partner_id = taken.partner_id
     returning position, partner_id, partner_position, reached_at
   ), opened as (
     insert into event_epoch (epoch, opened_after)
     select epoch, position from current where "isOpened" and exists (select from moved)
   ), advanced as (
     update event_head
     set position = (select max(position) from moved), epoch = current.epoch, database_identity = current.identity
     from current where exists (select from moved)
   ), partners_advanced as (
     insert into partner_event_head as head (partner_id, position, reached_at)
     select partner_id, max(partner_position), max(reached_at) from moved group by partner_id
     on conflict (partner_id) do update set position = excluded.position, reached_at = excluded.reached_at
   ), to_capture as (
     insert into event_capture (partner_id, next_position, last_position, events)
     select partner_id, min(position), max(position), count(*)
     from moved group by partner_id, partner_position / ${CAPTURE_BATCH_MAX}
   )
   select count(*)::int as "moved" from moved`,
);

/** What one capture came to. */
export interface CaptureRun {
  /** Messages that were queued. */
  readonly captured: number;
  /** Whether there may be more at once. */
  readonly hasMore: boolean;
}

/** What becomes of events once they are numbered, in transactions of its own. */
export interface EventFollower {
  /** To be run in a transaction of its own. */
  capture(sql: Sql, now: Date): Promise<CaptureRun>;
  /** `capture` may have failed; the events are numbered, however that was. */
  captureFailed(): void;
}

/** What a run of the relay came to. */
export interface RelayRun {
  /** Whether events may have become visible to readers, or messages have come into the queue. */
  readonly hasMoved: boolean;
  /** Whether there may be more at once. */
  readonly hasMore: boolean;
}

/** Gives the oldest recorded events their positions in the log, without gaps, and makes them visible to readers. */
export class EventRelay {
  private readonly follower: EventFollower;

  constructor(follower: EventFollower) {
    this.follower = follower;
  }

  /**
   * Numbers events and has them captured: two transactions in one round trip. Events are numbered also where they cannot
   * be captured.
   */
  async run(database: Database, now: Date): Promise<RelayRun> {
    try {
      const [moved, { captured, hasMore }] = await database.transactionsInOneTrip(
        (sql) => numberEvents(sql),
        (sql) => this.follower.capture(sql, now),
      );
      return { hasMoved: moved + captured > 0, hasMore: moved === BATCH_SIZE || hasMore };
    } catch {
      // Whichever failed: where it was the first, it fails again here, and says why.
      const moved = await database.transaction((transaction) =>
        transaction.pipeline((pipelined) => numberEvents(pipelined)),
      );
      this.follower.captureFailed();
      return { hasMoved: true, hasMore: moved === BATCH_SIZE };
    }
  }
}

/**
 * To be run in a transaction.
 * @returns how many
 */
export async function numberEvents(sql: Sql): Promise<number> {
  const [, [row]] = await Promise.all([sql.run(LOCK_HEAD, []), sql.run(NUMBER_OLDEST, [BATCH_SIZE])]);
  return row?.moved ?? 0;
}
