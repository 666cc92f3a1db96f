import type { EventContext, EventName } from '../kernel/domain-event.ts';
import { statement } from '../platform/database/statement.ts';
import { BREAKER_COLUMNS } from './breaker.rows.ts';

/**
 * Configurations with something due, found by leaps over the index: the cost grows with the configurations that wait,
 * not with their messages. They take turns, beginning behind the one that was looked at last, so that many slow ones
 * keep nobody out; one that is held is looked at to list what is new, one that has just closed to tell what it releases.
 * Their breakers are locked; those that another worker has in hand are left to it.
 */
export const LOCK_DUE_BREAKERS = statement(
  'lock_due_breakers',
  `with recursive waiting as (
     (select configuration_id, due_at from webhook_delivery order by configuration_id, due_at limit 1)
     union all
     select next.configuration_id, next.due_at
     from waiting cross join lateral (
       select configuration_id, due_at from webhook_delivery
       where configuration_id > waiting.configuration_id order by configuration_id, due_at limit 1
     ) as next
   )
   select ${BREAKER_COLUMNS}
   from waiting
   join webhook_breaker as breaker on breaker.configuration_id = waiting.configuration_id
   join webhook_configuration as configuration on configuration.id = waiting.configuration_id
   where configuration.status = 'ENABLED' and (
     (waiting.due_at <= $1
       and (breaker.state = 'CLOSED' or breaker.next_probe_at is null or breaker.next_probe_at <= $1))
     or breaker.released_position is not null
     or (breaker.state <> 'CLOSED' and exists (
       select from webhook_delivery as delivery
       where delivery.configuration_id = breaker.configuration_id
         and delivery.event_position > breaker.listed_position
     ))
   )
   order by waiting.configuration_id <= $3::uuid, waiting.configuration_id
   limit $2
   for update of breaker skip locked`,
);

/**
 * A statement of its own: what is in flight is seen in a snapshot from after the lock. A message stays due while it is
 * in flight, and is left out for the lease that names it: when a worker is gone, so are its leases in time. Free places
 * go round: the first message of each configuration, then the second of each; numbered once they are picked, since a
 * window over all that is due would read the whole backlog. None may have more in flight than it leaves places free,
 * and a claim takes half of them, so that endpoints that hang never take all. DISABLED since the look before: nothing
 * is sent any more.
 */
export const CLAIM_DUE = statement(
  'claim_due_deliveries',
  `with lane as (
     select lane.*, in_flight.positions,
       least(lane.calls, lane.in_flight_max - in_flight.calls, ($5::int - in_flight.calls + 1) / 2) as room
     from unnest($1::uuid[], $2::int[], $3::int[], $8::boolean[])
       as lane (configuration_id, calls, in_flight_max, oldest_first)
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
     (select picked.* from lane cross join lateral (
        select first.*, row_number() over (order by first.due_at) as nth
        from (
          select * from webhook_delivery as delivery
          where delivery.configuration_id = lane.configuration_id and delivery.due_at <= $4
            and delivery.event_position <> all (lane.positions)
          order by due_at limit greatest(lane.room, 0)
        ) as first
      ) as picked where not lane.oldest_first)
     union all
     (select picked.* from lane cross join lateral (
        select first.*, row_number() over (order by first.event_position) as nth
        from (
          select * from webhook_delivery as delivery
          where delivery.configuration_id = lane.configuration_id and delivery.due_at <= $4
            and delivery.event_position <> all (lane.positions)
          order by event_position limit greatest(lane.room, 0)
        ) as first
      ) as picked where lane.oldest_first)
   ), claimed as (
     select * from due order by nth limit ($5::int + 1) / 2
   ), leased as (
     insert into webhook_lease (configuration_id, id, partner_id, until, positions)
     select configuration_id, $6, partner_id, $7, array_agg(event_position) from claimed group by 1, 3
   )
   select claimed.configuration_id as "configurationId", claimed.event_position::text as "eventPosition",
     claimed.message_id as "messageId", claimed.idempotency_key as "idempotencyKey", $6::uuid as "leaseId",
     claimed.sends, claimed.tries, event.name as "eventName", event.context, event.body,
     (extract(epoch from event.captured_at - event.occurred_at) * 1000000)::bigint as "captureMicroseconds",
     configuration.uri, configuration.public_key as "publicKey", configuration.secret,
     configuration.previous_secret as "previousSecret",
     configuration.previous_secret_until as "previousSecretUntil"
   from claimed
   join event on event.position = claimed.event_position
   join webhook_configuration as configuration on configuration.id = claimed.configuration_id`,
);

/** A claimed message as it is read from storage. */
export interface ClaimedRow {
  readonly configurationId: string;
  readonly eventPosition: string;
  readonly messageId: string;
  readonly idempotencyKey: string;
  readonly leaseId: string;
  readonly sends: number;
  readonly tries: number;
  readonly eventName: EventName;
  readonly context: EventContext;
  readonly body: string;
  /** From the event's occurrence to its capture. */
  readonly captureMicroseconds: string;
  readonly uri: string;
  readonly publicKey: string;
  /** Sealed, as the former one. */
  readonly secret: string;
  readonly previousSecret: string | null;
  /** As PostgreSQL writes it. */
  readonly previousSecretUntil: string | null;
}
