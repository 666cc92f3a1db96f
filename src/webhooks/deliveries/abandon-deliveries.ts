import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import { ARCHIVE_CHANGES } from '../archive/archive-changes.rows.ts';
import { isInFlight } from './webhook-lease.rows.ts';

/** Messages abandoned per statement, for each configuration and in total: other writers of changes wait for it. */
const BATCH_SIZE = 500;
const IN_ALL_MAX = 2_000;

/**
 * Found by a loose index scan, as due messages are; existing configurations are not even locked. Messages in flight are
 * left to their sender, and those that a settlement has locked to the next run. If messages were queued while their
 * configuration was deleted, its head is left over as well.
 */
const LOCK_ORPHANS = statement(
  'lock_orphaned_deliveries',
  `with recursive waiting as (
     (select configuration_id from webhook_delivery order by configuration_id limit 1)
     union all
     select next.configuration_id
     from waiting cross join lateral (
       select configuration_id from webhook_delivery
       where configuration_id > waiting.configuration_id order by configuration_id limit 1
     ) as next
   ), deleted as materialized (
     select configuration_id from waiting
     where not exists (
       select from webhook_configuration as configuration where configuration.id = waiting.configuration_id
     )
   ), lapsed as (
     delete from webhook_lease as lease using deleted
     where lease.configuration_id = deleted.configuration_id and lease.until <= $1
   ), forgotten as (
     delete from webhook_configuration_head as head using deleted
     where head.configuration_id = deleted.configuration_id
   )
   select delivery.configuration_id as "configurationId", delivery.event_position as "eventPosition"
   from deleted cross join lateral (
     select configuration_id, event_position from webhook_delivery as delivery
     where delivery.configuration_id = deleted.configuration_id and not ${isInFlight('$1')}
     order by event_position limit ${BATCH_SIZE} for update skip locked
   ) as delivery
   limit ${IN_ALL_MAX}`,
  { writes: 'lock' },
);

/**
 * A separate statement: a call can be settled after its lease has expired, until the message is locked. Its snapshot is
 * taken after that, and shows what the settlement has archived. No other process changes messages of a deleted
 * configuration, so locks on the queue are enough.
 */
const ABANDON_ORPHANS = statement(
  'abandon_orphaned_deliveries',
  `with orphan as (
     select delivery.* from unnest($1::uuid[], $2::bigint[]) as locked (configuration_id, event_position)
     join webhook_delivery as delivery using (configuration_id, event_position)
   ), gone as (
     delete from webhook_delivery as delivery using orphan
     where delivery.configuration_id = orphan.configuration_id and delivery.event_position = orphan.event_position
   ), change as (
     select message.id, message.configuration_id, message.partner_id, message.event_name, message.context,
       message.raw_name, message.raw_context, message.sent_date,
       message.sent_date as former_sent_date, message.progress as former_progress,
       message.retry_count, null::timestamptz as next_attempt_at, message.elapsed_http_call_us,
       case message.progress when 'RESENDING' then 'SUCCESS'::delivery_progress else 'FAILED' end as progress
     from orphan join webhook_message as message on message.id = orphan.message_id
   ), archived as (
     update webhook_message as message set progress = change.progress, next_attempt_at = null
     from change where message.id = change.id
   ), ${ARCHIVE_CHANGES}
   select from orphan limit 0`,
  { writes: 'snapshot' },
);

/**
 * Abandons the queued messages of deleted configurations.
 * @returns whether there may be more
 */
export async function abandonDeliveries(database: Database, now: Date): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const locked = await transaction.run(LOCK_ORPHANS, [now.toISOString()]);
    if (locked.length === 0) return false;
    const configurationIds = locked.map(({ configurationId }) => configurationId);
    const positions = locked.map(({ eventPosition }) => eventPosition);
    await transaction.run(ABANDON_ORPHANS, [configurationIds, positions]);
    return locked.length >= BATCH_SIZE;
  });
}
