import { statement } from '../../platform/statements/statement.ts';
import { EVENT_SEQUENCE } from '../../events/log/sequence.value.ts';
import { signerIdsOf } from '../signing/signing-key.rows.ts';
import { BREAKER_COLUMNS } from '../breaker/breaker.rows.ts';
import type { RowOf } from '../../platform/statements/compiled.ts';

/** The earliest message of each configuration that has any, found by a loose index scan. */
const WAITING = `waiting as (
     (select configuration_id, due_at from webhook_delivery order by configuration_id, due_at limit 1)
     union all
     select next.configuration_id, next.due_at
     from waiting cross join lateral (
       select configuration_id, due_at from webhook_delivery
       where configuration_id > waiting.configuration_id order by configuration_id, due_at limit 1
     ) as next
   )`;

/**
 * Each with its breaker, and its configuration if enabled. `limit 1` makes PostgreSQL look them up by key: a join may
 * read those of all partners.
 */
const WAITED_FOR = `waiting
     cross join lateral (
       select * from webhook_breaker as one where one.configuration_id = waiting.configuration_id limit 1
     ) as breaker
     cross join lateral (
       select partner_id from webhook_configuration as one
       where one.id = waiting.configuration_id and one.status = 'ENABLED' limit 1
     ) as configuration`;

/** Whether a breaker that is not closed holds messages that it has not listed yet. */
const HAS_UNLISTED = `breaker.state <> 'CLOSED' and exists (
       select from webhook_delivery as delivery
       where delivery.configuration_id = breaker.configuration_id
         and delivery.event_position > breaker.listed_position
     )`;

/** When LOCK_DUE_BREAKERS next finds something, for the check for due work. */
export const EARLIEST_DELIVERY = `with recursive ${WAITING}
   select min(case
     when breaker.released_position is not null or (${HAS_UNLISTED}) then $1::timestamptz
     when breaker.state = 'CLOSED' then waiting.due_at
     else greatest(waiting.due_at, breaker.next_probe_at)
   end)
   from ${WAITED_FOR}`;

/**
 * Locks the breakers of configurations with due work, found by a loose index scan: the cost grows with the
 * configurations that have messages, not with the messages. Partners take turns, each with one configuration, then each
 * with its second; the order of partners is random each time, so that many slow ones do not starve others. For partners
 * without a free slot ($3) no message is due. A breaker that holds messages is included to list new ones, one that has
 * just closed to notify of those it releases. Breakers that another worker has locked are skipped.
 */
export const LOCK_DUE_BREAKERS = statement(
  'lock_due_breakers',
  `with recursive ${WAITING}, due as (
     select waiting.configuration_id, configuration.partner_id,
       row_number() over (partition by configuration.partner_id order by random()) + random() as turn
     from ${WAITED_FOR}
     where (waiting.due_at <= $1 and configuration.partner_id <> all ($3::text[])
         and (breaker.state = 'CLOSED' or breaker.next_probe_at is null or breaker.next_probe_at <= $1))
       or breaker.released_position is not null
       or (${HAS_UNLISTED})
   )
   select ${BREAKER_COLUMNS}, due.partner_id as "partnerId"
   from due join webhook_breaker as breaker on breaker.configuration_id = due.configuration_id
   order by due.turn
   limit $2
   for update of breaker skip locked`,
);

/**
 * A separate statement: its snapshot, taken after the lock, shows what is in flight. A message in flight stays due, and
 * is excluded by the lease that names it: if a worker dies, its leases expire. Free slots are assigned round-robin: the
 * first message of each partner, then the second of each, and the same for the configurations of a partner. Messages
 * are numbered after they are picked, since a window over everything due would read the whole backlog. A configuration
 * may have no more in flight than it leaves free of its partner's slots, and a claim takes only a share of these
 * (free-slots.rules.ts), so that hanging endpoints never take all. Configurations DISABLED since the lock get nothing.
 */
export const CLAIM_DUE = statement(
  'claim_due_deliveries',
  `with lane as (
     select lane.*, in_flight.positions,
       least(lane.calls, lane.in_flight_max - in_flight.calls, (lane.slots - in_flight.calls + 1) / 2) as room
     from unnest($1::uuid[], $2::int[], $3::int[], $8::boolean[], $9::int[], $10::int[])
       as lane (configuration_id, calls, in_flight_max, oldest_first, slots, claim_max)
     join webhook_configuration as configuration on configuration.id = lane.configuration_id
       and configuration.status = 'ENABLED'
     cross join lateral (
       select count(*) as calls, coalesce(array_agg(position), '{}') as positions
       from webhook_lease as lease cross join unnest(lease.positions) as position
       where lease.configuration_id = lane.configuration_id and lease.until > $4
     ) as in_flight
   ), lapsed as (
     delete from webhook_lease as lease using lane
     where lease.configuration_id = lane.configuration_id and lease.until <= $4
   ), due as (
     (select picked.*, lane.claim_max from lane cross join lateral (
        select first.*, row_number() over (order by first.due_at) as nth
        from (
          select * from webhook_delivery as delivery
          where delivery.configuration_id = lane.configuration_id and delivery.due_at <= $4
            and delivery.event_position <> all (lane.positions)
          order by due_at limit greatest(lane.room, 0)
        ) as first
      ) as picked where not lane.oldest_first)
     union all
     (select picked.*, lane.claim_max from lane cross join lateral (
        select first.*, row_number() over (order by first.event_position) as nth
        from (
          select * from webhook_delivery as delivery
          where delivery.configuration_id = lane.configuration_id and delivery.due_at <= $4
            and delivery.event_position <> all (lane.positions)
          order by event_position limit greatest(lane.room, 0)
        ) as first
      ) as picked where lane.oldest_first)
   ), claimed as (
     select * from (
       select due.*, row_number() over (partition by partner_id order by nth) as turn from due
     ) as due where turn <= claim_max order by turn limit $5
   ), leased as (
     insert into webhook_lease (configuration_id, id, partner_id, until, positions)
     select configuration_id, $6, partner_id, $7, array_agg(event_position) from claimed group by 1, 3
   )
   select claimed.configuration_id as "configurationId", claimed.partner_id as "partnerId", claimed.event_position::text as "eventPosition",
     claimed.message_id as "messageId", claimed.idempotency_key as "idempotencyKey", $6::uuid as "leaseId",
     claimed.sends, claimed.tries, event.name as "eventName", event.context, event.raw_name as "rawName",
     event.raw_context as "rawContext", event.body, event.id as "eventId", event.entity_id as "entityId",
     event.subject_id as "subjectId", event.account_id as "accountId", event.correlation_id as "correlationId",
     event.occurred_at as "occurredAt", claimed.format, ${EVENT_SEQUENCE} as "sequence",
     claimed.previous_sequence as "previousSequence",
     claimed.elapsed_capture_us as "captureMicroseconds",
     configuration.uri, configuration.public_key as "publicKey", configuration.secret,
     configuration.previous_secret as "previousSecret",
     configuration.previous_secret_until as "previousSecretUntil", configuration.signs_v1 as "signsV1",
     configuration.signs_v1a as "signsV1a",
     case when configuration.signs_v1a then ${signerIdsOf('claimed.partner_id', '$4')} else '{}' end as "signerIds"
   from claimed
   join event on event.partner_id = claimed.partner_id and event.position = claimed.event_position
   join webhook_configuration as configuration on configuration.id = claimed.configuration_id`,
  { neverNull: ['leaseId'], writes: 'snapshot' },
);

/**
 * A claimed message as it is read from storage: how long its event took from its recording to its capture, and which
 * keys of the partner also sign it, the current one first.
 */
export type ClaimedRow = RowOf<typeof CLAIM_DUE>;
