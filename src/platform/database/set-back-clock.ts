import { statement, type SqlValue, type Statement } from '../statements/statement.ts';
import { COMPARING_REST_MS } from './database-clock.ts';
import type { Database } from './database.ts';

/** Steps of no more are taken for what a clock does that is kept right, in seconds (ours). */
const STEP_SECONDS_MIN = 2;
/** So long after a step no process writes instants of the time before: each has compared its clock since, in seconds. */
const ALL_KNOW_SECONDS = (2 * COMPARING_REST_MS) / 1_000;

/** Has what waits for instants of a table wait $1 seconds less. */
export type ShortenWaits = Statement<never, readonly SqlValue[]>;

/**
 * What is to be done to a table when the clock of the database was set back: instants that are still to come were given
 * by the clock of before. An instant that has come stays.
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

/** SQL of an instant, $1 seconds earlier. */
export function less(instant: string): string {
  return `${instant} - $1::float8 * interval '1 second'`;
}

/**
 * Notes what time it is, and by how much it is earlier than when that was noted last. Until it is known to all processes
 * it is owed. A process that finds the note locked leaves it to another.
 */
const NOTE_TIME = statement<{ owedSeconds: number }>(
  'note_time_of_database',
  `with former as (
     select id, told_at, owed_seconds, owed_since from clock_mark for update skip locked
   ), compared as (
     select id, owed_seconds, owed_since, extract(epoch from told_at - now())::float8 as back_seconds from former
   ), owing as (
     select id,
       owed_seconds + case when back_seconds > ${STEP_SECONDS_MIN} then back_seconds else 0 end as seconds,
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
 * Has nothing wait for a clock of the database that was set back, as by a failover or an administrator. To be run every
 * ten seconds: that much longer a wait may last.
 * @returns by how many seconds waits were shortened
 */
export async function followClock(database: Database, waits: readonly ShortenWaits[]): Promise<number> {
  return database.transaction(async (transaction) => {
    const [{ owedSeconds } = { owedSeconds: 0 }] = await transaction.run(NOTE_TIME, []);
    if (owedSeconds > 0) for (const wait of waits) await transaction.run(wait, [owedSeconds]);
    return owedSeconds;
  });
}
