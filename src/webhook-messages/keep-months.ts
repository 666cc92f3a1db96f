import type { Database } from '../platform/database/database.ts';
import { keepPartitions, oldestKept } from '../platform/database/monthly-partitions.ts';
import { statement } from '../platform/database/statement.ts';
import { ATTEMPT_MONTHS, MESSAGE_MONTHS } from './webhook-months.ts';

const FORGET_OLD_MESSAGE_TALLIES = statement(
  'forget_old_message_tallies',
  `delete from message_tally where day < $1::date`,
);
const FORGET_OLD_CALL_TALLIES = statement('forget_old_call_tallies', `delete from call_tally where day < $1::date`);

/** Makes the months of messages and attempts that are needed, and forgets those that are no longer kept. */
export async function keepMonths(database: Database, now: Date): Promise<void> {
  await keepPartitions(database, MESSAGE_MONTHS, now);
  await keepPartitions(database, ATTEMPT_MONTHS, now);
  // A message is sent in the month of its capture or later: what is tallied before is of messages that are gone.
  const oldest = oldestKept(MESSAGE_MONTHS, now).toISOString();
  await database.run(FORGET_OLD_MESSAGE_TALLIES, [oldest]);
  await database.run(FORGET_OLD_CALL_TALLIES, [oldest]);
}
