import type { Sql } from '../database/database.ts';
import { statement } from '../statements/statement.ts';

/** Rows forgotten in one statement, so that none runs long. */
const BATCH_SIZE = 1_000;

const FORGET_EXPIRED_KEYS = statement(
  'forget_expired_idempotency_keys',
  `delete from idempotency_key where ctid = any (array(
     select ctid from idempotency_key where expires_at <= $1 order by expires_at limit $2 for update skip locked
   )) returning 1`,
);

/**
 * Deletes keys that no longer stand for anything. Whether a key has expired never depends on it.
 * @returns whether the batch was full, so that there may be more
 */
export async function forgetExpiredKeys(sql: Sql, now: Date): Promise<boolean> {
  const forgotten = await sql.run(FORGET_EXPIRED_KEYS, [now.toISOString(), BATCH_SIZE]);
  return forgotten.length === BATCH_SIZE;
}
