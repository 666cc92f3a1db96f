import type { Sql } from '../../platform/database/database.ts';
import { statement, type Statement } from '../../platform/statements/statement.ts';

/** Rows forgotten in one statement, so that none runs long. */
const BATCH_SIZE = 1_000;
/** How long what has expired is kept, in milliseconds: so long a late code is told that it is late. */
const KEPT_MS = 86_400_000;

const FORGET_CHALLENGES = statement('forget_expired_totp_challenges', forgetting('totp_challenge'));
const FORGET_HASHES = statement('forget_expired_transactional_hashes', forgetting('transactional_hash'));

function forgetting(table: string): string {
  return `delete from ${table} where ctid = any (array(
    select ctid from ${table} where expires_at <= $1 order by expires_at limit $2 for update skip locked
  )) returning 1`;
}

/**
 * Deletes challenges and transactional hashes that nobody can use any more. Whether one has expired never depends on it.
 * @returns whether a batch was full, so that there may be more
 */
export async function forgetExpiredTotps(sql: Sql, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() - KEPT_MS).toISOString();
  const forget = async (batch: Statement) => (await sql.run(batch, [until, BATCH_SIZE])).length === BATCH_SIZE;
  const [moreChallenges, moreHashes] = [await forget(FORGET_CHALLENGES), await forget(FORGET_HASHES)];
  return moreChallenges || moreHashes;
}
