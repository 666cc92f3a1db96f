import type { EventFollower } from '../events/relay-events.ts';
import { timeOrderedPart } from '../webhook-messages/webhook-months.ts';

/**
 * Queues the messages of events as they are numbered: one for each event and enabled configuration that wants it. Ids
 * are of version 7, made here since only the database knows how many there are: the archive is partitioned by month over
 * them. So are keys: what is new goes to the end of their index, where random ones would write to all of it.
 */
export const captureMessages: EventFollower = {
  cte: `captured as (
    insert into webhook_delivery (configuration_id, event_position, partner_id, message_id, idempotency_key, due_at,
      sends, tries)
    select configuration.id, moved.position, moved.partner_id,
      overlay(gen_random_uuid()::text placing $3 from 1 for 15)::uuid,
      overlay(gen_random_uuid()::text placing $3 from 1 for 15)::uuid, moved.captured_at, 0, 0
    from moved
    join webhook_configuration as configuration
      on configuration.partner_id = moved.partner_id and configuration.event_name = moved.name
      and configuration.status = 'ENABLED'
  )`,
  parameterAt: (now) => `${timeOrderedPart(now)}-7`,
};
