import type { Sql } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { NumberedEvents } from '../events/relay-events.ts';
import { timeOrderedPart } from '../webhook-messages/webhook-months.ts';

/**
 * One message for each event and enabled configuration that wants it. Ids are of version 7, made here since only the
 * database knows how many there are: the archive is partitioned by month over them. So are keys: what is new goes to the
 * end of their index, where random ones would write to all of it.
 */
const CAPTURE_MESSAGES = statement(
  'capture_webhook_messages',
  `insert into webhook_delivery (configuration_id, event_position, partner_id, message_id, idempotency_key, due_at,
     sends, tries)
   select configuration.id, event.position, event.partner_id,
     overlay(gen_random_uuid()::text placing $3 from 1 for 15)::uuid,
     overlay(gen_random_uuid()::text placing $3 from 1 for 15)::uuid, event.captured_at, 0, 0
   from event
   join webhook_configuration as configuration
     on configuration.partner_id = event.partner_id and configuration.event_name = event.name
     and configuration.status = 'ENABLED'
   where event.position between $1 and $2`,
);

/** Queues the messages of events that were just numbered, in the transaction that numbers them. */
export async function captureMessages(sql: Sql, { first, last, at }: NumberedEvents): Promise<void> {
  await sql.run(CAPTURE_MESSAGES, [first, last, `${timeOrderedPart(at)}-7`]);
}
