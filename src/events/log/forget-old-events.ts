import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';

/** Events deleted per statement, so that none runs long. */
const BATCH_SIZE = 1_000;

/** Examines only the oldest events of the log, which follow the time of capture. Keeps those with unqueued messages. */
const FORGET_OLD_EVENTS = statement(
  'forget_old_events',
  `with oldest as (
     select log_position, captured_at from event
     where not exists (
       select from event_capture as work
       where work.partner_id = event.partner_id and event.position between work.next_position and work.last_position
     )
     order by log_position limit $2
   )
   delete from event using oldest where event.log_position = oldest.log_position and oldest.captured_at < $1
   returning 1`,
  { writes: 'batch' },
);

/**
 * Deletes events that were captured before an instant.
 * @returns whether the batch was full, so that there may be more
 */
export async function forgetOldEvents(sql: Sql, before: Date): Promise<boolean> {
  const forgotten = await sql.run(FORGET_OLD_EVENTS, [before.toISOString(), BATCH_SIZE]);
  return forgotten.length === BATCH_SIZE;
}
