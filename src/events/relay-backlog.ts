import type { Sql } from '../platform/database/database.ts';
import { statement } from '../platform/statements/statement.ts';

/** Events that are counted at most: more say the same, that the relay is behind. */
const COUNTED_MAX = 10_000;

/** When the relay is to run: now, if anything is recorded. For a look at all work that is due. */
export const EARLIEST_RECORDED = 'select $1::timestamptz from outbox order by id limit 1';

const READ_BACKLOG = statement(
  'read_relay_backlog',
  `select (select count(*)::int from (select from outbox limit ${COUNTED_MAX}) as counted) as events,
     coalesce((select extract(epoch from $1::timestamptz - occurred_at)::float8 from outbox order by id limit 1), 0)
       as "oldestSeconds"`,
);

/** How many recorded events have no place in the log yet, and how long the oldest has waited. */
export async function relayBacklog(sql: Sql, now: Date): Promise<Readonly<Record<string, number>>> {
  const [row] = await sql.run<{ events: number; oldestSeconds: number }>(READ_BACKLOG, [now.toISOString()]);
  return { events: row?.events ?? 0, oldest_seconds: Math.max(0, row?.oldestSeconds ?? 0) };
}
