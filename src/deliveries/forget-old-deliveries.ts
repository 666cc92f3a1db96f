import type { Sql } from '../platform/database/database.ts';
import { oldestKept } from '../platform/database/monthly-partitions.ts';
import { statement } from '../platform/database/statement.ts';
import { MESSAGE_MONTHS, timeOrderedBound } from '../webhook-messages/webhook-months.ts';

const FORGET_OLD_DELIVERIES = statement(
  'forget_old_deliveries',
  `delete from webhook_delivery where message_id < $1::uuid`,
);

/** Gives up messages that have waited so long that their month is about to go: those of a configuration left DISABLED. */
export async function forgetOldDeliveries(sql: Sql, now: Date): Promise<void> {
  await sql.run(FORGET_OLD_DELIVERIES, [timeOrderedBound(oldestKept(MESSAGE_MONTHS, now))]);
}
