import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';

/** Longer than any lease, in seconds: a call takes 60 at most, and its lease some more. */
const LEASE_SECONDS_MAX = 70;

const SHORTEN_LEASES = statement(
  'shorten_leases',
  `update webhook_lease set until = $1::timestamptz + interval '${LEASE_SECONDS_MAX} seconds'
   where until > $1::timestamptz + interval '${LEASE_SECONDS_MAX} seconds'`,
);

/**
 * Has leases end that were taken before the clock was set back: what a worker that is gone held would wait until the
 * clock has caught up. They are not ended at once, since a worker that lives may be sending.
 * @returns false: there is no more
 */
export async function shortenLeases(sql: Sql, now: Date): Promise<boolean> {
  await sql.run(SHORTEN_LEASES, [now.toISOString()]);
  return false;
}
