import type { Sql } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';

const RELEASE_DELIVERIES = statement(
  'release_deliveries',
  `update webhook_delivery as delivery set lease_id = null, due_at = $4
   from unnest($1::uuid[], $2::bigint[], $3::uuid[]) as released (configuration_id, event_position, lease_id)
   where delivery.configuration_id = released.configuration_id and delivery.event_position = released.event_position
     and delivery.lease_id = released.lease_id`,
);

/** Gives claimed messages back unsent, so that another worker need not wait for the end of their lease. */
export async function releaseDeliveries(sql: Sql, deliveries: readonly ClaimedDelivery[], now: Date): Promise<void> {
  await sql.run(RELEASE_DELIVERIES, [
    deliveries.map(({ configurationId }) => configurationId),
    deliveries.map(({ eventPosition }) => eventPosition),
    deliveries.map(({ leaseId }) => leaseId),
    now.toISOString(),
  ]);
}
