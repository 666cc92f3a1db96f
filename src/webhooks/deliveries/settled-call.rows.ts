import { RowSet } from '../../platform/statements/row-set.ts';
import { statement } from '../../platform/statements/statement.ts';
import { ARCHIVE_CHANGES } from '../archive/archive-changes.rows.ts';
import { BREAKER_COLUMNS } from '../breaker/breaker.rows.ts';
import { isInFlight, SHRINK_LEASES } from './webhook-lease.rows.ts';

/**
 * In the order of ids, so that two workers never deadlock. Only a HALF_OPEN breaker needs to know whether messages are
 * held; others skip the lookup in the queue.
 */
export const LOCK_BREAKERS = statement(
  'lock_breakers_to_settle',
  `select ${BREAKER_COLUMNS}, breaker.state = 'HALF_OPEN' and exists (
     select from webhook_delivery as delivery
     where delivery.configuration_id = breaker.configuration_id and delivery.due_at <= $2 and not ${isInFlight('$2')}
   ) as "hasHeld"
   from webhook_breaker as breaker where breaker.configuration_id = any ($1::uuid[])
   order by breaker.configuration_id for update`,
);

/** Ended calls, as `settledCall` returns them. */
export const SETTLED_CALLS = new RowSet([
  ['configuration_id', 'uuid'],
  ['event_position', 'bigint'],
  ['lease_id', 'uuid'],
  ['progress', 'delivery_progress'],
  ['next_try_at', 'timestamptz'],
  ['at', 'timestamptz'],
  ['http_status', 'smallint'],
  ['error', 'text'],
  ['elapsed_us', 'bigint'],
  ['bucket', 'smallint'],
  ['destination', 'text'],
  ['name', 'event_name'],
  ['context', 'event_context'],
  ['raw_name', 'text'],
  ['raw_context', 'text'],
  ['entity_id', 'text'],
  ['account_id', 'uuid'],
  ['correlation_id', 'uuid'],
  ['capture_us', 'bigint'],
]);

/**
 * Settles calls whose lease this worker still holds. A separate statement: it reads previous states in a snapshot taken
 * after the locks. Only rows that it deletes or updates in the queue count: a deleted configuration has no breaker to
 * lock, and messages whose lease has expired may be abandoned at the same time.
 */
export const SETTLE = statement(
  'settle_deliveries',
  `with call as (
     select * from ${SETTLED_CALLS.as('call')}
   ), leased as (
     select call.* from call
     join webhook_lease as lease on lease.configuration_id = call.configuration_id and lease.id = call.lease_id
       and call.event_position = any (lease.positions)
   ), finished as (
     delete from webhook_delivery as delivery using leased
     where delivery.configuration_id = leased.configuration_id and delivery.event_position = leased.event_position
       and leased.next_try_at is null
     returning leased.*, delivery.message_id, delivery.partner_id, delivery.idempotency_key, delivery.sends,
       delivery.archived_as as former_progress, delivery.sent_date as former_sent_date, delivery.previous_sequence,
       delivery.format
   ), again as (
     update webhook_delivery as delivery
     set due_at = leased.next_try_at, sends = stored.sends + 1, tries = stored.tries + 1, archived_as = leased.progress,
       sent_date = case when stored.sends = 0 then leased.at else stored.sent_date end
     from leased
     join webhook_delivery as stored on stored.configuration_id = leased.configuration_id
       and stored.event_position = leased.event_position
     where delivery.configuration_id = leased.configuration_id and delivery.event_position = leased.event_position
       and leased.next_try_at is not null
     returning leased.*, stored.message_id, stored.partner_id, stored.idempotency_key, stored.sends,
       stored.archived_as as former_progress, stored.sent_date as former_sent_date, stored.previous_sequence,
       stored.format
   ), landed as (
     select *, case when sends = 0 then at else former_sent_date end as sent_date
     from (select * from finished union all select * from again) as settled
   ), ${SHRINK_LEASES}, attempted as (
     insert into webhook_attempt (message_id, partner_id, nth, at, http_status, error, elapsed_http_call_us)
     select message_id, partner_id, sends, at, http_status, error, elapsed_us from landed
   ), entered as (
     insert into webhook_message (id, partner_id, configuration_id, event_position, idempotency_key,
       progress, destination, sent_date, event_name, context, raw_name, raw_context, retry_count, next_attempt_at,
       elapsed_event_capture_us, elapsed_http_call_us, previous_sequence, format, entity_id, account_id,
       correlation_id)
     select message_id, partner_id, configuration_id, event_position, idempotency_key, progress, destination,
       sent_date, name, context, raw_name, raw_context, sends, next_try_at, capture_us, elapsed_us, previous_sequence,
       format, entity_id, account_id, correlation_id
     from landed where former_progress is null
   ), archived as (
     update webhook_message as message set progress = landed.progress, destination = landed.destination,
       sent_date = landed.sent_date, retry_count = landed.sends, next_attempt_at = landed.next_try_at,
       elapsed_http_call_us = landed.elapsed_us
     from landed where message.id = landed.message_id and landed.former_progress is not null
   ), change as (
     select message_id as id, configuration_id, partner_id, name as event_name, context, raw_name, raw_context, progress,
       sent_date, former_progress, former_sent_date, sends as retry_count, next_try_at as next_attempt_at, elapsed_us as elapsed_http_call_us
     from landed
   ), ${ARCHIVE_CHANGES}
   insert into call_tally as tally (configuration_id, day, succeeded, bucket, partner_id, calls)
   select configuration_id, (at at time zone 'UTC')::date as day, progress = 'SUCCESS' as succeeded, bucket, partner_id,
     count(*)
   from landed group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4
   on conflict (configuration_id, day, succeeded, bucket) do update set calls = tally.calls + excluded.calls`,
  { writes: 'snapshot' },
);

/**
 * Disables configurations whose endpoint responded that it is gone for good (HTTP 410); $3: the address of each. One
 * that its partner has moved to another address since stays enabled.
 */
export const DISABLE_GONE = statement(
  'disable_gone_configurations',
  `update webhook_configuration as configuration set status = 'DISABLED', updated_at = $2
   from unnest($1::uuid[], $3::text[]) as gone (id, uri)
   where configuration.id = gone.id and configuration.uri = gone.uri and configuration.status = 'ENABLED'`,
  { writes: 'batch' },
);
