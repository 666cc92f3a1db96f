import { LockMode } from '@mikro-orm/core';
import type { Database } from '../../platform/database/database.ts';
import { sharedGauge } from '../../platform/observability/shared-gauge.ts';
import { statement } from '../../platform/statements/statement.ts';
import { CustomerRegistration } from '../customers/customer-registration.entity.ts';

/** Maximum duration of an automatic analysis, in milliseconds: five minutes. */
const ANALYSIS_MS_MAX = 5 * 60_000;
/** Maximum number of late registrations that one run reports. */
const BATCH_SIZE = 100;

/** Registrations without a due time are not under automatic analysis. */
const IS_LATE = `status = 'PENDING_APPROVAL' and due_at is not null and received_at < $1`;

const COUNT_LATE_REGISTRATIONS = statement(
  'count_late_registrations',
  `select 'late' as state, count(*)::float8 as value from customer_registration where ${IS_LATE}`,
);

/** Number of registrations of all partners that are pending for longer than an automatic analysis may take. */
export const LATE_REGISTRATIONS = sharedGauge(
  'gateway_registrations',
  'Registrations that have been pending for more than five minutes.',
  (sql, now) => sql.run(COUNT_LATE_REGISTRATIONS, [latestInTime(now)]),
);

/** Returns ids of registrations that have become late, each once over all workers. */
export async function newlyLateRegistrations(database: Database, now: Date): Promise<readonly string[]> {
  return database.transaction(async ({ entities }) => {
    const late = await entities.find(
      CustomerRegistration,
      {
        status: 'PENDING_APPROVAL',
        dueAt: { $ne: null },
        receivedAt: { $lt: latestInTime(now) },
        reportedLateAt: null,
      },
      // Those that another worker is about to report, or that are being decided, are skipped.
      { limit: BATCH_SIZE, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    for (const registration of late) registration.reportedLateAt = now;
    return late.map(({ id }) => id);
  });
}

function latestInTime(now: Date): Date {
  return new Date(now.getTime() - ANALYSIS_MS_MAX);
}
