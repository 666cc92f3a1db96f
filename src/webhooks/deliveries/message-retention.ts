import type { Database, Sql } from '../../platform/database/database.ts';
import { addWantedPartitions, keepPartitions } from '../../platform/schema/monthly-partitions.ts';
import { statement } from '../../platform/statements/statement.ts';
import { ATTEMPT_MONTHS, MESSAGE_MONTHS, timeOrderedBound } from '../archive/webhook-months.ts';

/** What is still queued of a month that is dropped. */
const FORGET_OLD_DELIVERIES = statement(
  'forget_old_deliveries',
  `delete from webhook_delivery where message_id < $1::uuid`,
  { writes: 'batch' },
);

/**
 * Subtracts messages of expired months that were sent in a kept month, to endpoints that were down for long, from the
 * totals of days that can still be searched. Partner by partner, since the index begins with it.
 */
const UNTALLY_OLD_MESSAGES = statement(
  'untally_old_messages',
  `with gone as (
     select message.configuration_id, (message.sent_date at time zone 'UTC')::date as day, message.progress,
       message.event_name, coalesce(message.raw_name, '') as raw_name, count(*) as messages
     from partner cross join lateral (
       select configuration_id, sent_date, progress, event_name, raw_name from webhook_message
       where partner_id = partner.id and sent_date >= $1::timestamptz and id < $2::uuid
     ) as message
     group by 1, 2, 3, 4, 5
   )
   update message_tally as tally set messages = tally.messages - gone.messages
   from gone
   where tally.configuration_id = gone.configuration_id and tally.day = gone.day and tally.progress = gone.progress
     and tally.event_name = gone.event_name and tally.raw_name = gone.raw_name`,
  { writes: 'batch' },
);

/** Days that can no longer be searched. */
const FORGET_OLD_MESSAGE_TALLIES = statement(
  'forget_old_message_tallies',
  `delete from message_tally where day < ($1::timestamptz at time zone 'UTC')::date`,
  { writes: 'batch' },
);

/** As those of messages. */
const FORGET_OLD_CALL_TALLIES = statement(
  'forget_old_call_tallies',
  `delete from call_tally where day < ($1::timestamptz at time zone 'UTC')::date`,
  { writes: 'batch' },
);

/**
 * Creates the monthly partitions of messages and attempts, and removes those that are no longer kept. A month of
 * messages is removed with everything that refers to it, in one transaction: totals never count a removed message, and
 * one that has waited all that time for a DISABLED configuration is abandoned, since after sending it could not be
 * recorded.
 * @param atOnce an operator's request: removes all old months now, instead of one a day
 */
export async function keepMessageMonths(database: Database, now: Date, atOnce = false): Promise<void> {
  await keepPartitions(database, MESSAGE_MONTHS, { now, forget: forgetMessages, atOnce });
  await keepPartitions(database, ATTEMPT_MONTHS, { now, forget: () => Promise.resolve(), atOnce });
}

/** Creates the monthly partitions of messages and attempts, and removes none: a start waits for no reader. */
export async function addMessageMonths(database: Database, now: Date): Promise<void> {
  for (const months of [MESSAGE_MONTHS, ATTEMPT_MONTHS]) await addWantedPartitions(database, months, now);
}

async function forgetMessages(sql: Sql, oldest: Date): Promise<void> {
  const [instant, id] = [oldest.toISOString(), timeOrderedBound(oldest)];
  await sql.run(FORGET_OLD_DELIVERIES, [id]);
  await sql.run(UNTALLY_OLD_MESSAGES, [instant, id]);
  await sql.run(FORGET_OLD_MESSAGE_TALLIES, [instant]);
  await sql.run(FORGET_OLD_CALL_TALLIES, [instant]);
}
