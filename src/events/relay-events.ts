import type { Database, Sql } from '../platform/database/database.ts';
import { statement, type SqlValue, type Statement } from '../platform/database/statement.ts';

/** Events that one transaction numbers at most: it holds the head only so long. */
const BATCH_SIZE = 500;

/** Whoever holds the head numbers events; several relays take turns, so that none needs to be elected. */
const LOCK_HEAD = statement('lock_event_head', `select from event_head for update`);

/** What else becomes of events as they are numbered, in the same statement: both happen or none. */
export interface EventFollower {
  /** A CTE that reads `moved`: position, partner_id, name and captured_at of each event. Its parameter is $3. */
  readonly cte: string;
  readonly parameterAt: (now: Date) => SqlValue;
}

/** What a run of the relay came to. */
export interface RelayRun {
  readonly moved: number;
  /** Whether the batch was full, so that there may be more. */
  readonly hasMore: boolean;
}

/** Gives the oldest recorded events their positions in the log, without gaps, and makes them visible to readers. */
export class EventRelay {
  private readonly moveOldest: Statement;
  private readonly follower: EventFollower;

  constructor(follower: EventFollower) {
    this.follower = follower;
    this.moveOldest = moveOldest(follower);
  }

  /** One round trip, with the commit. */
  async run(database: Database, now: Date): Promise<RelayRun> {
    let numbering: Promise<RelayRun> | undefined;
    await database.transaction((transaction) => {
      transaction.pipelineWithCommit((pipelined) => (numbering = this.number(pipelined, now)));
      return Promise.resolve();
    });
    return (await numbering) ?? { moved: 0, hasMore: false };
  }

  /** To be run in a transaction. */
  async number(sql: Sql, now: Date): Promise<RelayRun> {
    const values = [BATCH_SIZE, now.toISOString(), this.follower.parameterAt(now)];
    const [, [row]] = await Promise.all([sql.run(LOCK_HEAD, []), sql.run<{ moved: number }>(this.moveOldest, values)]);
    const moved = row?.moved ?? 0;
    return { moved, hasMore: moved === BATCH_SIZE };
  }
}

/**
 * A statement of its own, for a snapshot from after the wait: it sees all that the relay before has moved. Per account
 * the outbox ids follow the commits, so the oldest rows seen are never overtaken by an older one of the same account.
 */
function moveOldest({ cte }: EventFollower): Statement {
  return statement(
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
       returning position, partner_id, name, captured_at
     ), advanced as (
       update event_head set position = (select max(position) from moved) where exists (select from moved)
     ), ${cte}
     select count(*)::int as "moved" from moved`,
  );
}
