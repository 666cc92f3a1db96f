import type { Sql } from '../../platform/database/database.ts';
import { RowSet } from '../../platform/statements/row-set.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { ClaimedDelivery } from './claim.rules.ts';
import { SHRINK_LEASES } from './webhook-lease.rows.ts';

const RELEASED = new RowSet([
  ['configuration_id', 'uuid'],
  ['event_position', 'bigint'],
  ['lease_id', 'uuid'],
]);

/** All messages that a worker leaves, in one statement; leases that others have replaced are not theirs any more. */
const RELEASE_DELIVERIES = statement(
  'release_deliveries',
  `with landed as (
     select * from ${RELEASED.as('landed')}
   ), ${SHRINK_LEASES}
   select from remaining`,
  { writes: 'batch' },
);

/** Releases claimed messages unsent, so that another worker need not wait until their lease expires. */
export async function releaseDeliveries(sql: Sql, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  const released = deliveries.map(({ configurationId, eventPosition, leaseId }) => ({
    configuration_id: configurationId,
    event_position: eventPosition,
    lease_id: leaseId,
  }));
  await sql.run(RELEASE_DELIVERIES, RELEASED.valuesOf(released));
}
