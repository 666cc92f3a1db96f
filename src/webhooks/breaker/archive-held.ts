import { statement } from '../../platform/statements/statement.ts';
import { ARCHIVE_CHANGES } from '../archive/archive-changes.rows.ts';

/** Held messages per statement, for each configuration and in total: claims wait for it. */
const LISTED_MAX = 500;
const LISTED_IN_ALL_MAX = 2_000;

/**
 * Lists messages that a breaker holds before their first attempt in the archive, where partners find them as HOLD, and
 * notifies subscribers of others that become HOLD without being written. Each configuration stores how far it has come.
 * Requires the locks of the breakers.
 */
export const ARCHIVE_HELD = statement(
  'list_held_messages',
  `with held as (
     select delivery.*, breaker.opened_at
     from unnest($1::uuid[]) as lane (configuration_id)
     join webhook_breaker as breaker on breaker.configuration_id = lane.configuration_id
     cross join lateral (
       select * from webhook_delivery as delivery
       where delivery.configuration_id = lane.configuration_id and delivery.event_position > breaker.listed_position
       order by delivery.event_position limit ${LISTED_MAX}
     ) as delivery
     order by delivery.configuration_id, delivery.event_position limit ${LISTED_IN_ALL_MAX}
   ), reached as (
     update webhook_breaker as breaker set listed_position = upto.position
     from (select configuration_id, max(event_position) as position from held group by 1) as upto
     where breaker.configuration_id = upto.configuration_id
   ), listed as (
     insert into webhook_message (id, partner_id, configuration_id, event_position, idempotency_key, progress,
       destination, sent_date, event_name, context, raw_name, raw_context, retry_count, elapsed_event_capture_us,
       previous_sequence, format, entity_id, account_id, correlation_id)
     select held.message_id, held.partner_id, held.configuration_id, held.event_position, held.idempotency_key,
       'WAITING', configuration.uri, greatest(event.captured_at, held.opened_at), event.name, event.context,
       event.raw_name, event.raw_context, 0, held.elapsed_capture_us, held.previous_sequence, held.format,
       event.entity_id, event.account_id, event.correlation_id
     from held
     join event on event.partner_id = held.partner_id and event.position = held.event_position
     join webhook_configuration as configuration on configuration.id = held.configuration_id
     where held.archived_as is null
     returning id, configuration_id, event_position, partner_id, event_name, context, raw_name, raw_context, sent_date
   ), noted as (
     update webhook_delivery as delivery set archived_as = 'WAITING', sent_date = listed.sent_date
     from listed
     where delivery.configuration_id = listed.configuration_id and delivery.event_position = listed.event_position
   ), change as (
     select id, configuration_id, partner_id, event_name, context, raw_name, raw_context, sent_date,
       'WAITING' as progress, null as former_progress, null::timestamptz as former_sent_date, 0 as retry_count, null::timestamptz as next_attempt_at,
       null::bigint as elapsed_http_call_us
     from listed
     union all
     select message.id, message.configuration_id, message.partner_id, message.event_name, message.context,
       message.raw_name, message.raw_context, message.sent_date,
       message.progress, message.progress, message.sent_date, message.retry_count, message.next_attempt_at,
       message.elapsed_http_call_us
     from held cross join lateral (
       select * from webhook_message as stored where stored.id = held.message_id limit 1
     ) as message
     where held.archived_as in ('RETRYING', 'RESENDING')
   ), ${ARCHIVE_CHANGES}
   select count(*)::int as "notified" from change`,
  { writes: 'snapshot' },
);
