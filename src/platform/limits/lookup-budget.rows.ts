import { advisoryLock } from '../database/advisory-lock.ts';
import type { RowOf } from '../statements/compiled.ts';
import { statement } from '../statements/statement.ts';

/** A reservation that is not settled within this time becomes a charge: its process has ended. In seconds. */
const RESERVED_SECONDS_MAX = 30;
/** Largest `Int` of GraphQL: a large budget takes longer to be full again. */
const RESET_SECONDS_MAX = 2 ** 31 - 1;
/** Rows that one statement deletes, so that none runs long. */
export const FORGOTTEN_MAX = 1_000;

/**
 * Serializes the exchanges of each budget of a partner across all processes: what the next statement reads cannot
 * change concurrently. The commit does not wait for the disk: a power failure may return the last half second of a
 * budget.
 */
export const LOCK_LOOKUP_BUDGET = statement(
  'lock_lookup_budget',
  `select ${advisoryLock('lookups', '$1', '$2')}, set_config('synchronous_commit', 'off', true)`,
);

/**
 * Selects the size of a partner's budget: its own, or the one that is configured for all. Seconds are `bigint`: those
 * of a whole budget can exceed an integer.
 */
const sizeOf = (points: string, seconds: string) =>
  `select coalesce(own.lookup_points, ${points}::int) as points, coalesce(own.lookup_seconds, ${seconds}::bigint) as seconds
   from (values (true)) as one left join partner as own on own.id = $1`;

/**
 * Settles reservations for persons and makes new ones. A budget is stored as the instant at which it is full again:
 * each look-up moves it by the seconds of one refill. $3 to $7 have an item for each person, longest waiting first: the
 * person, the size of its budget, how many are wanted, how many are returned, and how many became charges. $8: seconds
 * of one refill of a person's budget; $9, $10: the size of partners' budgets. Uses the database's clock, so that a
 * wrong clock of a process refills nothing. If that clock was set back, no budget is emptier than empty, and
 * reservations made later than now are charges. The limit of a row has each person found by the whole key: a plain join
 * was planned as one with all persons of the partner.
 */
export const EXCHANGE_LOOKUPS = statement(
  'exchange_lookups',
  `with clock as materialized (
     select clock_timestamp() as now
   ), size as (
     ${sizeOf('$9', '$10')}
   ), requested as (
     select * from unnest($3::text[], $4::int[], $5::int[], $6::int[], $7::int[])
       with ordinality as requested (person, points, wanted, back, charged, nth)
     union all
     select '', size.points, 0, sum(back)::int, sum(charged)::int, 0
     from size, unnest($6::int[], $7::int[]) as all_persons (back, charged) group by size.points
   ), found as (
     select requested.*, paced.seconds,
       greatest(clock.now,
         least(coalesce(kept.full_at, clock.now), clock.now + requested.points * paced.seconds * interval '1 second')
         - requested.back * paced.seconds * interval '1 second') as full_at,
       case when kept.reserved_at between clock.now - interval '${RESERVED_SECONDS_MAX} seconds' and clock.now
         then greatest(0, kept.reserved - requested.back - requested.charged) else 0 end as reserved
     from requested cross join clock cross join size
     cross join lateral (select case requested.person when '' then size.seconds else $8::bigint end as seconds) as paced
     left join lateral (
       select * from lookup_budget as stored
       where stored.partner_id = $1 and stored.budget = $2 and stored.person = requested.person limit 1
     ) as kept on true
   ), free as (
     select found.*, greatest(0, floor(points - extract(epoch from full_at - clock.now) / seconds))::int as free
     from found cross join clock
   ), bounded as (
     select free.*, least(wanted, free) as fits,
       coalesce(sum(least(wanted, free)) over (order by nth rows between unbounded preceding and 1 preceding), 0) as before
     from free where person <> ''
   ), granted as (
     select person, points, seconds, wanted, full_at, reserved, free,
       greatest(0, least(fits, (select whole.free from free as whole where whole.person = '') - before))::int as granted
     from bounded
     union all
     select person, points, seconds, 0, full_at, reserved, free, 0 from free where person = ''
   ), taken as (
     select person, points, seconds, wanted, granted,
       full_at + used * seconds * interval '1 second' as full_at, reserved + used as reserved, free - used as left_over
     from granted cross join lateral (
       select case person when '' then (select sum(each.granted) from granted as each)::int else granted end as used
     ) as use
   ), kept as (
     insert into lookup_budget (partner_id, budget, person, full_at, reserved, reserved_at)
     select $1, $2, person, taken.full_at, taken.reserved, clock.now from taken cross join clock
     on conflict (partner_id, budget, person) do update set
       full_at = excluded.full_at, reserved = excluded.reserved, reserved_at = excluded.reserved_at
   )
   select taken.person, taken.granted,
     ceil(greatest(0, lacking.seconds, whole_lacking.seconds))::int as "retryAfterSeconds",
     (taken.left_over > 0 or taken.reserved > 0) and (whole.left_over > 0 or whole.reserved > 0) as "mayComeBack"
   from taken cross join clock join taken as whole on whole.person = ''
   cross join lateral (
     select extract(epoch from taken.full_at - clock.now) - (taken.points - 1) * taken.seconds as seconds
   ) as lacking
   cross join lateral (
     select extract(epoch from whole.full_at - clock.now) - (whole.points - 1) * whole.seconds as seconds
   ) as whole_lacking
   where taken.wanted > taken.granted or taken.granted > 0`,
  { neverNull: ['person', 'mayComeBack'], writes: 'lock' },
);

/**
 * How many of the wanted look-ups for a person are granted; how long until the next refill, if no reservation is
 * returned, which is meaningless if all that was wanted is granted; and whether only reservations are in the way.
 */
export type ExchangedRow = RowOf<typeof EXCHANGE_LOOKUPS>;

/** What is left of a partner's budgets, each with its name. $3, $4: the configured size. */
export const FIND_LOOKUP_BUDGETS = statement(
  'find_lookup_budgets',
  `select named.name, size.points as "limit",
     greatest(0, floor(size.points - lacking.seconds / size.seconds))::int as "remaining",
     least(ceil(lacking.seconds), ${RESET_SECONDS_MAX})::int as "resetSeconds"
   from unnest($2::text[]) with ordinality as named (name, nth)
   cross join (${sizeOf('$3', '$4')}) as size
   left join lateral (
     select full_at from lookup_budget as stored
     where stored.partner_id = $1 and stored.budget = named.name and stored.person = '' limit 1
   ) as kept on true
   cross join lateral (
     select least(
       greatest(0, coalesce(extract(epoch from kept.full_at - clock_timestamp()), 0)), size.points * size.seconds
     ) as seconds
   ) as lacking
   order by named.nth`,
  { neverNull: ['name', 'limit'] },
);

/** A budget that is full again needs no row. Locked ones are in use. */
export const FORGET_FULL_BUDGETS = statement(
  'forget_full_lookup_budgets',
  `delete from lookup_budget where ctid = any (array(
     select ctid from lookup_budget
     where full_at <= clock_timestamp() and reserved_at <= clock_timestamp() - interval '${RESERVED_SECONDS_MAX} seconds'
     order by full_at limit $1 for update skip locked
   )) returning 1`,
  { writes: 'batch' },
);
