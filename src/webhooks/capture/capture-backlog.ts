import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';

/** Batches that are looked at at most: more say the same, that capture is behind. */
const COUNTED_MAX = 10_000;

const COUNT_TO_CAPTURE = statement(
  'count_events_to_capture',
  `select coalesce(sum(events), 0)::int as events, count(distinct partner_id)::int as partners
   from (select partner_id, events from event_capture order by partner_id limit ${COUNTED_MAX}) as counted`,
);

/** How many events have a place in the log and not all their messages in the queue, and of how many partners. */
export async function captureBacklog(sql: Sql): Promise<Readonly<Record<string, number>>> {
  const [row] = await sql.run<{ events: number; partners: number }>(COUNT_TO_CAPTURE, []);
  return { ...(row ?? { events: 0, partners: 0 }) };
}
