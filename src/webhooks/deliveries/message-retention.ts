import type { Database, Sql } from '../../platform/database/database.ts';
import { keepPartitions } from '../../platform/schema/monthly-partitions.ts';
import { statement } from '../../platform/statements/statement.ts';
import { ATTEMPT_MONTHS, MESSAGE_MONTHS, timeOrderedBound } from '../archive/webhook-months.ts';

const FORGET_OLD_DELIVERIES = statement(
  'forget_old_deliveries',
  `delete from webhook_delivery where message_id < $1::uuid`,
);

/**
 * Messages of the months that go, which were sent in one that stays: those of an endpoint that was away for long. They
 * leave the totals of days that can still be searched. Partner by partner, since the index begins with it.
 */
const UNTALLY_OLD_MESSAGES = statement(
  'untally_old_messages',
  `with gone as (
     select message.configuration_id, (message.sent_date at time zone 'UTC')::date as day, message.progress,
       count(*) as messages
     from partner cross join lateral (
       select configuration_id, sent_date, progress from webhook_message
       where partner_id = partner.id and sent_date >= $1::timestamptz and id < $2::uuid
     ) as message
     group by 1, 2, 3
   )
   update message_tally as tally set messages = tally.messages - gone.messages
   from gone
   where tally.configuration_id = gone.configuration_id and tally.day = gone.day and tally.progress = gone.progress`,
);

const FORGET_OLD_MESSAGE_TALLIES = statement(
  'forget_old_message_tallies',
  `delete from message_tally where day < ($1::timestamptz at time zone 'UTC')::date`,
);

const FORGET_OLD_CALL_TALLIES = statement(
  'forget_old_call_tallies',
  `delete from call_tally where day < ($1::timestamptz at time zone 'UTC')::date`,
);

/**
 * Makes the months of messages and attempts that are needed, and forgets those that are no longer kept. With a month of
 * messages goes whatever refers to it, in one transaction: a total never counts a message that is gone, and one that has
 * waited all that time, for a configuration left DISABLED, is given up instead of being sent with no place to be
 * written down.
 * @param atOnce an operator's word: old months go now, where one a day would
 */
export async function keepMessageMonths(database: Database, now: Date, atOnce = false): Promise<void> {
  await keepPartitions(database, MESSAGE_MONTHS, { now, forget: forgetMessages, atOnce });
  await keepPartitions(database, ATTEMPT_MONTHS, { now, forget: () => Promise.resolve(), atOnce });
}

async function forgetMessages(sql: Sql, oldest: Date): Promise<void> {
  const [instant, id] = [oldest.toISOString(), timeOrderedBound(oldest)];
  await sql.run(FORGET_OLD_DELIVERIES, [id]);
  await sql.run(UNTALLY_OLD_MESSAGES, [instant, id]);
  await sql.run(FORGET_OLD_MESSAGE_TALLIES, [instant]);
  await sql.run(FORGET_OLD_CALL_TALLIES, [instant]);
}
