import type { Sql } from '../../platform/database/database.ts';
import { sharedGauge } from '../../platform/observability/shared-gauge.ts';
import { statement } from '../../platform/statements/statement.ts';

/** How long an automatic analysis may take, in milliseconds: five minutes (seed, Limits). */
const ANALYSIS_MS_MAX = 5 * 60_000;
/** Late registrations that one run reports at most. */
const BATCH_SIZE = 100;

/** Those without a due time are under no automatic analysis. */
const IS_LATE = `status = 'PENDING_APPROVAL' and due_at is not null and received_at < $1`;

/** How many registrations are pending for longer than an automatic analysis may take, of all partners. */
export const LATE_REGISTRATIONS = sharedGauge(
  'gateway_registrations',
  'Registrations that are pending for longer than five minutes.',
  {
    statement: 'count_late_registrations',
    text: `select 'late' as state, count(*)::float8 as value from customer_registration where ${IS_LATE}`,
    values: (now) => [latestInTime(now)],
  },
);

const REPORT_LATE = statement<{ id: string }>(
  'report_late_registrations',
  `update customer_registration as registration set reported_late_at = $2
   from (
     select id from customer_registration where ${IS_LATE} and reported_late_at is null limit $3
     for update skip locked
   ) as late
   where registration.id = late.id
   returning registration.id`,
);

/** Ids of registrations that have become late, each once, whichever worker asks. */
export async function newlyLateRegistrations(sql: Sql, now: Date): Promise<readonly string[]> {
  const rows = await sql.run(REPORT_LATE, [latestInTime(now), now.toISOString(), BATCH_SIZE]);
  return rows.map(({ id }) => id);
}

function latestInTime(now: Date): string {
  return new Date(now.getTime() - ANALYSIS_MS_MAX).toISOString();
}
