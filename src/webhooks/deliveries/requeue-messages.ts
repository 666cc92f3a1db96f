import type { Transaction } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import { ARCHIVE_CHANGES } from '../archive/archive-changes.rows.ts';
import { messagesById } from '../archive/webhook-message.rows.ts';
import { isInFlight } from './webhook-lease.rows.ts';

/** In the order of ids, as settlement locks them. */
const LOCK_BREAKERS_OF_MESSAGES = statement(
  'lock_breakers_of_messages',
  `select from webhook_breaker as breaker
   where breaker.configuration_id = any (array(
     select message.configuration_id from ${messagesById('$1', '$2')}
   ))
   order by breaker.configuration_id for update`,
);

/** SQL of the progress of a message that is sent again, from its previous one. */
const RESUMED_PROGRESS = `case progress when 'SUCCESS' then 'RESENDING' when 'FAILED' then 'RETRYING' else progress end`;

/**
 * A separate statement: it decides on each message in a snapshot taken after the locks. A message that waits for a
 * retry is due immediately and gets all its retries again; one that is in flight is being sent anyway.
 */
const REQUEUE = statement(
  'requeue_webhook_messages',
  `with message as (
     select message.*,
       case
         when configuration.id is null then 'DELETED'
         when configuration.status = 'DISABLED' then 'DISABLED'
         when message.progress = 'WAITING'
           or (message.progress in ('RETRYING', 'RESENDING') and breaker.state <> 'CLOSED') then 'HOLD'
         else 'REQUEUED'
       end as verdict
     from ${messagesById('$1', '$2')}
     left join webhook_configuration as configuration on configuration.id = message.configuration_id
     left join webhook_breaker as breaker on breaker.configuration_id = message.configuration_id
   ), queued as (
     insert into webhook_delivery (configuration_id, event_position, partner_id, message_id, idempotency_key, due_at,
       sends, tries, archived_as, sent_date, previous_sequence, format)
     select configuration_id, event_position, partner_id, id, idempotency_key, $3::timestamptz, retry_count + 1, 0,
       ${RESUMED_PROGRESS}, sent_date, previous_sequence, format
     from message where verdict = 'REQUEUED' and progress in ('SUCCESS', 'FAILED')
   ), hastened as (
     update webhook_delivery as delivery set due_at = $3::timestamptz, tries = 0
     from message
     where message.verdict = 'REQUEUED' and message.progress in ('RETRYING', 'RESENDING')
       and delivery.configuration_id = message.configuration_id
       and delivery.event_position = message.event_position and not ${isInFlight('$3::timestamptz')}
   ), change as (
     select id, configuration_id, partner_id, event_name, context, raw_name, raw_context, sent_date,
       sent_date as former_sent_date,
       progress as former_progress, retry_count, $3::timestamptz as next_attempt_at, elapsed_http_call_us,
       ${RESUMED_PROGRESS} as progress
     from message where verdict = 'REQUEUED'
   ), archived as (
     update webhook_message as message set progress = change.progress, next_attempt_at = $3::timestamptz
     from change where message.id = change.id
   ), ${ARCHIVE_CHANGES}
   select id, verdict from message`,
  { writes: 'snapshot' },
);

/** Outcome of a request to send a message again; only REQUEUED ones are sent. */
export type RequeueVerdict = 'REQUEUED' | 'HOLD' | 'DISABLED' | 'DELETED';

/** Queues messages of a partner again, with the same ids and keys; those of other partners are not found. */
export async function requeueMessages(
  transaction: Transaction,
  partnerId: string,
  messageIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, RequeueVerdict>> {
  const rows = await transaction.pipeline(async (pipelined) => {
    const [, verdicts] = await Promise.all([
      pipelined.run(LOCK_BREAKERS_OF_MESSAGES, [partnerId, messageIds]),
      pipelined.run(REQUEUE, [partnerId, messageIds, now.toISOString()]),
    ]);
    return verdicts;
  });
  return new Map(rows.map(({ id, verdict }) => [id, verdict]));
}
