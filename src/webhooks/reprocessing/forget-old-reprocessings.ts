import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';

/** Rows forgotten in one statement, so that none runs long. */
const BATCH_SIZE = 1_000;

const FORGET_OLD_REPROCESSINGS = statement(
  'forget_old_reprocessings',
  `delete from webhook_reprocessing where ctid = any (array(
     select ctid from webhook_reprocessing where finished_at < $1 limit $2 for update skip locked
   )) returning 1`,
);

/**
 * Deletes reprocessings that ended before an instant; those under way stay, however old.
 * @returns whether the batch was full, so that there may be more
 */
export async function forgetOldReprocessings(sql: Sql, before: Date): Promise<boolean> {
  const forgotten = await sql.run(FORGET_OLD_REPROCESSINGS, [before.toISOString(), BATCH_SIZE]);
  return forgotten.length === BATCH_SIZE;
}
