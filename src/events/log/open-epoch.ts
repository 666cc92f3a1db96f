import type { Random } from '../../kernel/random.ts';
import { AuditOutbox } from '../../platform/audit/audit-outbox.entity.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';

/** Of the server, as hex: a restore to an earlier moment, and a standby that becomes the primary, begin another. */
const TIMELINE = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)';

/** Above all epochs, those that partners have had opened for themselves too: it is a new one for everybody. */
const BEYOND_ALL = '(select max(epoch) + 1 from event_epoch)';

/**
 * CTE `current`: where the log ends, and the epoch of what is numbered next. Another epoch is opened where the database is
 * not the one in which the log was moved last: it was restored, or its server failed over, and what was numbered
 * last may be lost. Its number is never below the server's timeline, so that a second restore from the same backup gives
 * no number again. What nobody has moved yet, as a copy made for a test, has no identity.
 */
export const CURRENT_EPOCH = `current as materialized (
     select head.position, found.identity, head.database_identity <> found.identity as "isOpened",
       case when head.database_identity <> found.identity then greatest(head.epoch + 1, found.timeline, ${BEYOND_ALL})
         else head.epoch end as epoch
     from event_head as head
     cross join (
       select system_identifier || ' ' || ${TIMELINE} || ' ' || pg_database.oid as identity,
         ('x' || ${TIMELINE})::bit(32)::int as timeline
       from pg_control_system() cross join pg_database where datname = current_database()
     ) as found
   )`;

/** The head is locked before, in a statement of its own. */
const LOCK_HEAD = statement('lock_head_for_epoch', 'select from event_head for update');

const OPEN_EPOCH = statement<{ epoch: number }>(
  'open_event_epoch',
  `with ${CURRENT_EPOCH}, opened as (
     insert into event_epoch (epoch, opened_after)
     select greatest(event_head.epoch + 1, current.epoch, $1::int + 1, ${BEYOND_ALL}), current.position from current, event_head
     returning epoch
   )
   update event_head set epoch = opened.epoch, database_identity = current.identity from opened, current
   returning event_head.epoch as "epoch"`,
);

/** What an operator does, as the audit trail has it: of no partner. */
const ACT = { partnerId: '', client: null, mutation: 'newEpoch', result: 'Opened' } as const;

export interface EpochWanted {
  /** The highest epoch that is known to have been given out. */
  readonly above: number;
  readonly random: Random;
  readonly now: Date;
}

/**
 * Opens an epoch: what is numbered from now on is told from all that may have been numbered and lost.
 * @returns the new epoch
 */
export function openEpoch(database: Database, { above, random, now }: EpochWanted): Promise<number> {
  return database.transaction(async (transaction) => {
    await transaction.run(LOCK_HEAD, []);
    const [opened] = await transaction.run(OPEN_EPOCH, [above]);
    if (opened === undefined) throw new Error('The log has no head.');
    const ids = { id: random.timeOrderedUuid(now), correlationId: random.timeOrderedUuid(now) };
    transaction.entities.create(AuditOutbox, { ...ACT, ...ids, at: now, count: 1 });
    return opened.epoch;
  });
}
