import { LockMode } from '@mikro-orm/core';
import type { Random } from '../../kernel/random.ts';
import { AuditOutbox } from '../../platform/audit/audit-outbox.entity.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import { EventEpoch } from './event-epoch.entity.ts';
import { EventHead } from './event-head.entity.ts';

/** Timeline of the server, in hex: a restore to an earlier moment, and the promotion of a standby, begin a new one. */
const TIMELINE = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)';

/** Above all epochs, including those opened for single partners, so that it is new for every partner. */
const BEYOND_ALL = '(select max(epoch) + 1 from event_epoch)';

/**
 * CTE `current`: the end of the log, and the epoch of the events that are numbered next. A new epoch is opened if the
 * database is not the one that moved the log last: it was restored, or its server failed over, and the latest events
 * may be lost. Its number is never below the server's timeline, so that a second restore from the same backup assigns
 * no number again. A log that was never moved, such as a copy for a test, has no identity.
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

/** The epoch that an operator opens. */
const FIND_NEXT_EPOCH = statement(
  'find_epoch_to_open',
  `with ${CURRENT_EPOCH}
   select current.identity as "identity",
     greatest(event_head.epoch + 1, current.epoch, $1::int + 1, ${BEYOND_ALL}) as "epoch"
   from current, event_head`,
);

/** The operator's action in the audit trail; it belongs to no partner. */
const ACT = { partnerId: '', client: null, mutation: 'newEpoch', result: 'Opened' } as const;

export interface EpochWanted {
  /** The highest epoch that is known to have been assigned. */
  readonly above: number;
  readonly random: Random;
  readonly now: Date;
}

/** Opens an epoch, which distinguishes all events numbered from now on from any that were numbered and lost. */
export function openEpoch(database: Database, { above, random, now }: EpochWanted): Promise<number> {
  return database.transaction(async (transaction) => {
    const { entities } = transaction;
    // Locked first: no event is numbered until the commit.
    const head = await entities.findOneOrFail(EventHead, 1, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const [next] = await transaction.run(FIND_NEXT_EPOCH, [above]);
    if (next === undefined) throw new Error('The log has no head.');
    const { epoch, identity } = next;
    entities.create(EventEpoch, { epoch, openedAfter: '0', openedAt: now });
    head.epoch = epoch;
    head.databaseIdentity = identity;
    const ids = { id: random.timeOrderedUuid(now), correlationId: random.timeOrderedUuid(now) };
    entities.create(AuditOutbox, { ...ACT, ...ids, at: now, count: 1 });
    return epoch;
  });
}
