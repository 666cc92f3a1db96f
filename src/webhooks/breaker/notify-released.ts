import { statement } from '../../platform/statements/statement.ts';
import { ARCHIVE_CHANGES } from '../archive/archive-changes.rows.ts';

/** Messages per statement, for each configuration and in total: claims wait for it. */
const LOOKED_AT_MAX = 500;
const LOOKED_AT_IN_ALL_MAX = 2_000;

/**
 * Notifies subscribers of messages that a breaker held until it closed, and that now wait for a retry of their own. No
 * message is written: its state follows from the breaker. Each statement reads a limited number, and each configuration
 * stores how far it has come until all are done. `limit 1` makes PostgreSQL look up each message by its index, however
 * large the archive is. Requires the locks of the breakers.
 */
export const NOTIFY_RELEASED = statement(
  'notify_released_messages',
  `with lane as (
     select breaker.configuration_id, breaker.released_position from unnest($1::uuid[]) as wanted (configuration_id)
     join webhook_breaker as breaker on breaker.configuration_id = wanted.configuration_id
   ), queued as (
     select delivery.* from lane cross join lateral (
       select configuration_id, event_position, message_id from webhook_delivery as delivery
       where delivery.configuration_id = lane.configuration_id and delivery.event_position > lane.released_position
       order by delivery.event_position limit ${LOOKED_AT_MAX}
     ) as delivery
     order by delivery.configuration_id, delivery.event_position limit ${LOOKED_AT_IN_ALL_MAX}
   ), upto as (
     select lane.configuration_id, max(queued.event_position) as position,
       count(queued) < ${LOOKED_AT_MAX} and sum(count(queued)) over () < ${LOOKED_AT_IN_ALL_MAX} as is_all
     from lane left join queued on queued.configuration_id = lane.configuration_id
     group by lane.configuration_id
   ), reached as (
     update webhook_breaker as breaker
     set released_position = case when not upto.is_all then coalesce(upto.position, breaker.released_position) end
     from upto where breaker.configuration_id = upto.configuration_id
   ), change as (
     select message.id, message.configuration_id, message.partner_id, message.event_name, message.context,
       message.raw_name, message.raw_context, message.sent_date,
       message.progress, message.progress as former_progress, message.sent_date as former_sent_date,
       message.retry_count, message.next_attempt_at, message.elapsed_http_call_us
     from queued cross join lateral (
       select * from webhook_message as stored where stored.id = queued.message_id limit 1
     ) as message
     where message.progress in ('RETRYING', 'RESENDING')
   ), ${ARCHIVE_CHANGES}
   select count(*)::int as "notified" from change`,
  { writes: 'batch' },
);
