import { LIFT_TIMEOUTS } from '../postgres/response-timeout.ts';
import { statement, type SqlValue, type Statement } from '../statements/statement.ts';
import { COMPARING_REST_MS } from './database-clock.ts';
import type { Database } from './database.ts';

/** Steps up to this size are normal for a synchronized clock, in seconds (ours). */
export const STEP_SECONDS_MIN = 2;
/** After so long no process writes instants from before a step, in seconds: each has compared its clock since. */
const ALL_KNOW_SECONDS = (2 * COMPARING_REST_MS) / 1_000;

/** Shortens the waits for instants of a table by $1 seconds. */
export type ShortenWaits = Statement<never, readonly SqlValue[]>;

/**
 * Makes the statement for a table after the clock of the database was set back. Instants that are still to come were
 * computed by the earlier clock, so they are moved; instants in the past stay.
 */
export function shortenWaits(table: string, columns: readonly string[]): ShortenWaits {
  const isToCome = (column: string) => `${column} > now()`;
  const changes = columns.map(
    (column) => `${column} = case when ${isToCome(column)} then ${less(column)} else ${column} end`,
  );
  return statement(
    `shorten_waits_of_${table}`,
    `update ${table} set ${changes.join(', ')} where ${columns.map(isToCome).join(' or ')}`,
  );
}

/** Returns the SQL of an instant, $1 seconds earlier. */
export function less(instant: string): string {
  return `${instant} - $1::float8 * interval '1 second'`;
}

/**
 * Notes the time, and by how much it is earlier than the previous note. That is owed until all processes know the new
 * time; if the clock is set ahead meanwhile, it was corrected, and that much less is owed. A process that finds the
 * note locked leaves it to the one that holds it.
 */
const NOTE_TIME = statement<{ owedSeconds: number }>(
  'note_time_of_database',
  `with noted as (
     select id, told_at, owed_seconds, owed_since from clock_mark for update skip locked
   ), compared as (
     select id, owed_seconds, owed_since, extract(epoch from told_at - now())::float8 as back_seconds from noted
   ), owing as (
     select id,
       case
         when back_seconds > ${STEP_SECONDS_MIN} then owed_seconds + back_seconds
         when back_seconds < -${ALL_KNOW_SECONDS} then greatest(owed_seconds + back_seconds, 0)
         else owed_seconds
       end as seconds,
       case when back_seconds > ${STEP_SECONDS_MIN} then now() else owed_since end as since
     from compared
   ), due as (
     select id, seconds, since, coalesce(since <= now() - interval '${ALL_KNOW_SECONDS} seconds', false) as is_due from owing
   )
   update clock_mark as mark
   set told_at = now(), owed_seconds = case when due.is_due then 0 else due.seconds end,
     owed_since = case when due.is_due then null else due.since end
   from due where mark.id = due.id
   returning case when due.is_due then due.seconds else 0 end as "owedSeconds"`,
);

/**
 * Shortens waits after the clock of the database was set back, for example by a failover or an administrator. Must run
 * every ten seconds: a wait can last that much longer.
 * @returns by how many seconds waits were shortened
 */
export async function followClock(database: Database, waits: readonly ShortenWaits[]): Promise<number> {
  return database.transaction(async (transaction) => {
    const [{ owedSeconds } = { owedSeconds: 0 }] = await transaction.run(NOTE_TIME, []);
    if (owedSeconds === 0) return 0;
    // A hundred thousand retries take longer than a statement may, and all would wait for ever if one table failed.
    await transaction.run(LIFT_TIMEOUTS, []);
    for (const wait of waits) await transaction.run(wait, [owedSeconds]);
    return owedSeconds;
  });
}
