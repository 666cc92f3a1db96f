import { nextEpochOf } from '../../events/log/sequence.value.ts';
import type { RowOf } from '../../platform/statements/compiled.ts';
import { statement } from '../../platform/statements/statement.ts';
import { OLDEST_POSITION } from './consumer-position.rows.ts';
import { SHOWN } from './event-consumer.rows.ts';

const IS_AT_END = `not exists (
  select from event where event.partner_id = $1 and event.position > consumer.position
)`;

/**
 * Takes or renews a lease. If two workers try concurrently, the second waits for the row, and sees what the first has
 * written. If no event follows the position, or in any case ($5), the lease is longer by the seconds that its worker is
 * about to wait ($4). All instants are by the clock of the database.
 */
export const TAKE_LEASE = statement(
  'take_consumer_lease',
  `update event_consumer as consumer
   set worker = $3, leased_until = clock_timestamp() + make_interval(
     secs => consumer.lease_seconds + case when $5::boolean or ${IS_AT_END} then $4::int else 0 end
   )
   where consumer.partner_id = $1 and consumer.name = $2
     and (consumer.worker is null or consumer.worker = $3 or consumer.leased_until <= clock_timestamp())
     and consumer.position + 1 >= ${OLDEST_POSITION}
   returning ${SHOWN}, consumer.moves as "moves",
     coalesce((select position from partner_event_head where partner_id = $1), 0)::text as "head",
     (select position from event_head)::float8 as "logHead", ${IS_AT_END} as "isAtEnd"`,
  { neverNull: ['worker', 'leasedUntil', 'logHead'], writes: 'lock' },
);

/**
 * A consumer that a worker holds, with how often it was moved, the last position of the partner, the end of the log of
 * all partners, and whether the partner has no event after its position.
 */
export type HeldRow = RowOf<typeof TAKE_LEASE>;

/**
 * Moves a consumer to the partner's last event up to a position ($2), if its worker still holds it where it
 * stood ($6): no event in between matches its filter.
 */
export const PASS_UNWANTED = statement(
  'pass_unwanted_events',
  `update event_consumer as consumer
   set position = last.position, epoch = last.epoch, given_at = null
   from (
     select position, epoch from event
     where event.partner_id = $1 and event.position <= $2::bigint order by event.position desc limit 1
   ) as last
   where consumer.partner_id = $1 and consumer.id = $3 and consumer.worker = $4 and consumer.moves = $5
     and consumer.position = $6::bigint and last.position > consumer.position
   returning ${SHOWN}`,
  { writes: 'snapshot' },
);

/** Finds why the lease was refused. */
export const FIND_OBSTACLE = statement(
  'find_consumer_obstacle',
  `select coalesce(consumer.worker <> $3 and consumer.leased_until > clock_timestamp(), false) as "isBusy",
     consumer.leased_until as "leasedUntil", consumer.position + 1 < ${OLDEST_POSITION} as "isExpired",
     coalesce(
       (select epoch from event where partner_id = $1 order by position limit 1), ${nextEpochOf('$1')}
     ) || '.' || ${OLDEST_POSITION} as "oldestSequence"
   from event_consumer as consumer where consumer.partner_id = $1 and consumer.name = $2`,
  { neverNull: ['oldestSequence'] },
);

/** Who holds consumers, and their positions. */
export const FIND_HOLDERS = statement(
  'find_consumer_holders',
  'select id, worker, moves, position::text as "position" from event_consumer where id = any ($1::uuid[])',
);

/** The worker that holds a consumer, or held it last, and how often it was moved before. */
export type Holder = Pick<RowOf<typeof FIND_HOLDERS>, 'worker' | 'moves'>;

/** For the worker that holds it, or held it last, unless it was moved since. */
export const RENEW_LEASE = statement(
  'renew_consumer_lease',
  `update event_consumer set leased_until = clock_timestamp() + make_interval(secs => lease_seconds)
   where partner_id = $1 and id = $2 and worker = $3 and moves = $4
   returning position::text as "position", leased_until as "leasedUntil"`,
  { neverNull: ['leasedUntil'], writes: 'lock' },
);

/** Only the granted lease: the same worker may have taken another since. */
export const FREE_LEASE = statement(
  'free_consumer_lease',
  `update event_consumer set worker = null, leased_until = null
   where partner_id = $1 and id = $2 and worker = $3 and leased_until = $4`,
  { writes: 'lock' },
);

/** Expires the lease of a worker that disconnected while it waited: it can still ack, until another takes the lease. */
export const LET_LEASE_LAPSE = statement(
  'let_consumer_lease_lapse',
  `update event_consumer set leased_until = clock_timestamp()
   where partner_id = $1 and id = $2 and worker = $3 and leased_until = $4`,
  { writes: 'lock' },
);
