import type { Database } from '../../platform/database/database.ts';
import { LIFT_TIMEOUTS } from '../../platform/postgres/response-timeout.ts';
import { addPartitions } from '../../platform/schema/monthly-partitions.ts';
import { listPartitions, monthBeginning, monthOf } from '../../platform/schema/partitions.ts';
import { statement } from '../../platform/statements/statement.ts';
import { ATTEMPT_MONTHS, instantIn, MESSAGE_MONTHS } from '../archive/webhook-months.ts';

/** Reads the whole queue, in a quarter of a second per million: it runs only when the archive has refused a row. */
const FIND_WITHOUT_MONTH = statement(
  'find_delivery_without_month',
  `select message_id as "id" from webhook_delivery as delivery
   where archived_as is null and not exists (
     select from unnest($1::uuid[], $2::uuid[]) as month (first_id, next_id)
     where delivery.message_id >= first_id and delivery.message_id < next_id
   )
   limit 1`,
);

/**
 * Creates the months in which queued messages and calls at these instants are stored. They lack if a process captured
 * or called by a clock that was wrong: its month may be years away, and is retired once it is old.
 */
export async function addLackingMonths(database: Database, calledAt: readonly Date[]): Promise<void> {
  await addPartitions(
    database,
    ATTEMPT_MONTHS,
    calledAt.map((at) => monthBeginning(at, 0)),
  );
  for (let id = await withoutMonth(database); id !== undefined; id = await withoutMonth(database))
    await addPartitions(database, MESSAGE_MONTHS, [monthBeginning(instantIn(id), 0)]);
}

/** Returns the id of a queued message whose month does not exist. */
async function withoutMonth(database: Database): Promise<string | undefined> {
  const months = (await listPartitions(database, MESSAGE_MONTHS.table)).map(monthOf);
  const nextMonths = months.map((month) => monthBeginning(month, 1));
  const values = [months.map(MESSAGE_MONTHS.boundAt), nextMonths.map(MESSAGE_MONTHS.boundAt)] as const;
  return database.transaction(async (transaction) => {
    await transaction.run(LIFT_TIMEOUTS, []);
    const [found] = await transaction.run(FIND_WITHOUT_MONTH, values);
    return found?.id;
  });
}
