import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';

/** Changes that are kept for subscribers that fall behind. */
const KEPT_MAX = 100_000;
/** Changes forgotten in one statement, so that none runs long. */
const BATCH_SIZE = 5_000;

const FORGET_OLD_CHANGES = statement(
  'forget_old_message_changes',
  `delete from message_change
   where position = any (array(select position from message_change order by position limit $2))
     and position <= (select position from message_change_head) - $1
   returning 1`,
);

/**
 * Deletes the oldest changes of messages but for the newest of all. What has become of the messages is in the archive.
 * @returns whether the batch was full, so that there may be more
 */
export async function forgetOldChanges(sql: Sql): Promise<boolean> {
  const forgotten = await sql.run(FORGET_OLD_CHANGES, [KEPT_MAX, BATCH_SIZE]);
  return forgotten.length === BATCH_SIZE;
}
