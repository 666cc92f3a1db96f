import type { Sql } from '../../platform/database/database.ts';
import { sharedGauge } from '../../platform/observability/shared-gauge.ts';
import { statement } from '../../platform/statements/statement.ts';

/** Maximum duration of an automatic analysis, in milliseconds: five minutes. */
const ANALYSIS_MS_MAX = 5 * 60_000;
/** Maximum number of late registrations that one run reports. */
const BATCH_SIZE = 100;

/** Registrations without a due time are not under automatic analysis. */
const IS_LATE = `status = 'PENDING_APPROVAL' and due_at is not null and received_at < $1`;

/** Number of registrations of all partners that are pending for longer than an automatic analysis may take. */
export const LATE_REGISTRATIONS = sharedGauge(
  'gateway_registrations',
  'Registrations that have been pending for more than five minutes.',
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

/** Returns ids of registrations that have become late, each once over all workers. */
export async function newlyLateRegistrations(sql: Sql, now: Date): Promise<readonly string[]> {
  const rows = await sql.run(REPORT_LATE, [latestInTime(now), now.toISOString(), BATCH_SIZE]);
  return rows.map(({ id }) => id);
}

function latestInTime(now: Date): string {
  return new Date(now.getTime() - ANALYSIS_MS_MAX).toISOString();
}
