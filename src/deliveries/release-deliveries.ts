import type { Sql } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { ClaimedDelivery } from './claim.rules.ts';
import { SHRINK_LEASES } from './webhook-lease.rows.ts';

const RELEASE_DELIVERIES = statement(
  'release_deliveries',
  `with landed as (
     select * from unnest($1::uuid[], $2::bigint[], $3::uuid[]) as landed (configuration_id, event_position, lease_id)
   ), ${SHRINK_LEASES}
   select from remaining`,
);

/** Gives claimed messages back unsent, so that another worker need not wait for the end of their lease. */
export async function releaseDeliveries(sql: Sql, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  await sql.run(RELEASE_DELIVERIES, [
    deliveries.map(({ configurationId }) => configurationId),
    deliveries.map(({ eventPosition }) => eventPosition),
    deliveries.map(({ leaseId }) => leaseId),
  ]);
}
