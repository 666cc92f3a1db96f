import type { EventName } from '../../kernel/domain-event.ts';
import { statement } from '../../platform/statements/statement.ts';
import { EVENT_SEQUENCE } from '../../events/log/sequence.value.ts';
import { signerIdsOf } from '../signing/signing-key.rows.ts';
import { BREAKER_COLUMNS, type BreakerRow } from '../breaker/breaker.rows.ts';
import type { Stored } from '../../platform/statements/compiled.ts';
import type { Event } from '../../events/log/event.entity.ts';
import type { WebhookConfiguration } from '../configurations/webhook-configuration.entity.ts';
import type { WebhookDelivery } from './webhook-delivery.entity.ts';

/** The earliest message of each configuration that has some, found by leaps over the index. */
const WAITING = `waiting as (
     (select configuration_id, due_at from webhook_delivery order by configuration_id, due_at limit 1)
     union all
     select next.configuration_id, next.due_at
     from waiting cross join lateral (
       select configuration_id, due_at from webhook_delivery
       where configuration_id > waiting.configuration_id order by configuration_id, due_at limit 1
     ) as next
   )`;

/** Whether a breaker that is not closed has yet to list messages that it holds. */
const HAS_UNLISTED = `breaker.state <> 'CLOSED' and exists (
       select from webhook_delivery as delivery
       where delivery.configuration_id = breaker.configuration_id
         and delivery.event_position > breaker.listed_position
     )`;

/** When LOCK_DUE_BREAKERS finds the first, for a look at all work that is due. */
export const EARLIEST_DELIVERY = `with recursive ${WAITING}
   select min(case
     when breaker.released_position is not null or (${HAS_UNLISTED}) then $1::timestamptz
     when breaker.state = 'CLOSED' then waiting.due_at
     else greatest(waiting.due_at, breaker.next_probe_at)
   end)
   from waiting
   join webhook_breaker as breaker on breaker.configuration_id = waiting.configuration_id
   join webhook_configuration as configuration on configuration.id = waiting.configuration_id
   where configuration.status = 'ENABLED'`;

/**
 * Configurations with something due, found by leaps over the index: the cost grows with the configurations that wait,
 * not with their messages. Partners take turns, each with one configuration, then each with its second; whose turn comes
 * first is drawn again each time, so that many slow ones keep nobody out. A partner that can have no call in flight ($3)
 * has nothing due; one that is held is looked at to list what is new, one that has just closed to tell what it releases.
 * Their breakers are locked; those that another worker has in hand are left to it.
 */
export const LOCK_DUE_BREAKERS = statement<DueBreakerRow>(
  'lock_due_breakers',
  `with recursive ${WAITING}, due as (
     select waiting.configuration_id, configuration.partner_id,
       row_number() over (partition by configuration.partner_id order by random()) + random() as turn
     from waiting
     join webhook_breaker as breaker on breaker.configuration_id = waiting.configuration_id
     join webhook_configuration as configuration on configuration.id = waiting.configuration_id
     where configuration.status = 'ENABLED' and (
       (waiting.due_at <= $1 and configuration.partner_id <> all ($3::text[])
         and (breaker.state = 'CLOSED' or breaker.next_probe_at is null or breaker.next_probe_at <= $1))
       or breaker.released_position is not null
       or (${HAS_UNLISTED})
     )
   )
   select ${BREAKER_COLUMNS}, due.partner_id as "partnerId"
   from due join webhook_breaker as breaker on breaker.configuration_id = due.configuration_id
   order by due.turn
   limit $2
   for update of breaker skip locked`,
);

/** A breaker of a configuration that messages wait for. */
export interface DueBreakerRow extends BreakerRow {
  readonly partnerId: string;
}

/**
 * A statement of its own: what is in flight is seen in a snapshot from after the lock. A message stays due while it is
 * in flight, and is left out for the lease that names it: when a worker is gone, so are its leases in time. Free places
 * go round: the first message of each partner, then the second of each, and so for the configurations of a partner;
 * numbered once they are picked, since a window over all that is due would read the whole backlog. None may have more
 * in flight than it leaves free of its partner's places, and a claim takes no more of these than it may
 * (free-places.rules.ts), so that endpoints that hang never take all. DISABLED since the look before: nothing is sent
 * any more.
 */
export const CLAIM_DUE = statement<ClaimedRow>(
  'claim_due_deliveries',
  `with lane as (
     select lane.*, in_flight.positions,
       least(lane.calls, lane.in_flight_max - in_flight.calls, (lane.places - in_flight.calls + 1) / 2) as room
     from unnest($1::uuid[], $2::int[], $3::int[], $8::boolean[], $9::int[], $10::int[])
       as lane (configuration_id, calls, in_flight_max, oldest_first, places, claim_max)
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
     event.occurred_at as "occurredAt", claimed.format, ${EVENT_SEQUENCE} as "sequence",
     claimed.previous_sequence as "previousSequence",
     claimed.elapsed_capture_us as "captureMicroseconds",
     configuration.uri, configuration.public_key as "publicKey", configuration.secret,
     configuration.previous_secret as "previousSecret",
     configuration.previous_secret_until as "previousSecretUntil", configuration.signs_v1 as "signsV1",
     configuration.signs_v1a as "signsV1a",
     case when configuration.signs_v1a then ${signerIdsOf('claimed.partner_id', '$4')} else '{}' end as "signerIds"
   from claimed
   join event on event.position = claimed.event_position
   join webhook_configuration as configuration on configuration.id = claimed.configuration_id`,
);

type DeliveryColumns = Stored<
  typeof WebhookDelivery,
  | 'configurationId'
  | 'partnerId'
  | 'eventPosition'
  | 'messageId'
  | 'idempotencyKey'
  | 'sends'
  | 'tries'
  | 'format'
  | 'previousSequence'
>;
type EventColumns = Stored<typeof Event, 'context' | 'rawName' | 'rawContext' | 'body' | 'entityId' | 'occurredAt'>;
type EndpointColumns = Stored<
  typeof WebhookConfiguration,
  'uri' | 'publicKey' | 'secret' | 'previousSecret' | 'previousSecretUntil' | 'signsV1' | 'signsV1a'
>;

/** A claimed message as it is read from storage. */
export interface ClaimedRow extends DeliveryColumns, EventColumns, EndpointColumns {
  readonly leaseId: string;
  readonly eventName: EventName;
  readonly eventId: string;
  readonly sequence: string;
  /** From the event's recording to its capture. */
  readonly captureMicroseconds: string;
  /** Keys of the partner that sign it too, the current one first. */
  readonly signerIds: readonly string[];
}
