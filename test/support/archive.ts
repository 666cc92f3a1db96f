import { randomUUID } from 'node:crypto';
import type { EventName } from '../../src/kernel/domain-event.ts';
import { contextOf } from '../../src/kernel/event-definition.ts';
import type { DeliveryProgress } from '../../src/webhooks/archive/webhook-message.enum.ts';
import type { Gateway } from './gateway.ts';
import { sql } from './webhooks.ts';

/** Owner of the messages: the client of `configurations.ts`. */
const CLIENT = 'beta-pay';

/** A message to put into the archive, as if it had been tried or held. */
export interface ArchivedMessage {
  readonly configurationId: string;
  readonly eventName: EventName;
  readonly progress: DeliveryProgress;
  readonly sentDate: string;
  /** When it was captured; decides its month in storage. */
  readonly capturedAt?: string;
  readonly id?: string;
  readonly attempts?: number;
}

/** Returns a UUID of version 7 for an instant. */
export function idAt(instant: string): string {
  const time = new Date(instant).getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

const GIVEN = `with given as (
  select nth, item->>'id' as id, item->>'configurationId' as configuration_id, (item->>'eventName')::event_name as event_name,
    (item->>'context')::event_context as context, (item->>'progress')::delivery_progress as progress, (item->>'sentDate')::timestamptz as sent_date,
    (item->>'capturedAt')::timestamptz as captured_at, (item->>'attempts')::int as attempts,
    (item->>'key')::uuid as key, (item->>'position')::bigint as position,
    (item->>'logPosition')::bigint as log_position, item->>'partnerId' as partner_id
  from jsonb_array_elements(?::jsonb) with ordinality as list (item, nth)
)`;

const INSERTS = [
  `${GIVEN}, moved as (
     update event_head set position = greatest(position, (select max(log_position) from given))
   ), own_moved as (
     insert into partner_event_head (partner_id, position, reached_at)
     select partner_id, max(position), max(captured_at) from given group by partner_id
     on conflict (partner_id) do update set position = excluded.position
   ), own_opened as (
     insert into event_epoch (partner_id, epoch, opened_after) select distinct partner_id, 1, 0 from given
     on conflict do nothing
   )
   insert into event (log_position, epoch, position, reached_at, id, partner_id, name, context, entity_id, subject_id,
     idempotency_key, correlation_id, occurred_at, captured_at, recorded_at, body)
   select log_position, 1, position, captured_at, gen_random_uuid(), partner_id, event_name, context, 'entity',
     gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), captured_at, captured_at, captured_at, '{"data":{}}'
   from given`,
  `${GIVEN}
   insert into webhook_message (id, partner_id, configuration_id, event_position, idempotency_key, progress, destination,
     sent_date, event_name, context, retry_count, elapsed_event_capture_us, elapsed_http_call_us)
   select id::uuid, partner_id, configuration_id::uuid, position, key, progress, 'https://partner.example/', sent_date,
     event_name, context, 0, 1500, case when attempts > 0 then 2500 end from given`,
  `${GIVEN}
   insert into webhook_attempt (message_id, partner_id, nth, at, http_status, error, elapsed_http_call_us)
   select id::uuid, partner_id, number, sent_date + number * interval '1 second', 503, 'answered 503', 2500
   from given cross join lateral generate_series(0, attempts - 1) as number`,
  `${GIVEN}
   insert into message_tally as tally (configuration_id, day, progress, partner_id, event_name, messages)
   select configuration_id::uuid, (sent_date at time zone 'UTC')::date, progress, partner_id, event_name, count(*)
   from given group by 1, 2, 3, 4, 5
   on conflict (configuration_id, day, progress, event_name, raw_name)
     do update set messages = tally.messages + excluded.messages`,
] as const;

/** Puts messages of CLIENT into the archive, with their events, attempts and tallies. */
export async function archive(gateway: Gateway, messages: readonly ArchivedMessage[]) {
  const [head = { position: 0, own: 0 }] = await sql<{ position: number; own: number }>(
    gateway,
    `select position::int as "position",
       coalesce((select position from partner_event_head where partner_id = ?), 0)::int as "own"
     from event_head`,
    [gateway.partnerOf(CLIENT)],
  );
  const given = messages.map((message, nth) => {
    const capturedAt = message.capturedAt ?? message.sentDate;
    return {
      attempts: 0,
      id: idAt(capturedAt),
      ...message,
      capturedAt,
      context: contextOf(message.eventName),
      key: randomUUID(),
      partnerId: gateway.partnerOf(CLIENT),
      position: head.own + nth + 1,
      logPosition: head.position + nth + 1,
    };
  });
  for (const insert of INSERTS) await sql(gateway, insert, [JSON.stringify(given)]);
  return given;
}

/** Returns the stored tallies of CLIENT, and those counted from its archive. */
export async function tallies(gateway: Gateway) {
  const partner = [gateway.partnerOf(CLIENT)];
  const [tally, wanted] = await Promise.all([
    sql(
      gateway,
      `select configuration_id::text, day::text, progress, event_name, messages::int from message_tally
       where messages <> 0 and partner_id = ? order by 1, 2, 3, 4`,
      partner,
    ),
    sql(
      gateway,
      `select configuration_id::text, (sent_date at time zone 'UTC')::date::text as day, progress,
         event_name, count(*)::int as messages
       from webhook_message where partner_id = ? group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
      partner,
    ),
  ]);
  return { tally, wanted };
}

/** Sets the breaker of a configuration as deliveries would leave it. */
export async function setBreaker(gateway: Gateway, configurationId: string, state: string): Promise<void> {
  await sql(
    gateway,
    `update webhook_breaker set state = ?, opened_at = now(), next_probe_at = '2999-01-01'
     where configuration_id = ?::uuid`,
    [state, configurationId],
  );
}
