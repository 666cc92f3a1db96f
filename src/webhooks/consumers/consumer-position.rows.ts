import { nextEpochOf } from '../../events/log/sequence.value.ts';
import { ownPositionBefore } from '../../events/readers/webhook-event.rows.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { ConsumerPosition } from './consumer-position.value.ts';

/** The position before the first event of a partner that occurred at or after an instant, or the end of the log. */
export const FIND_POSITION_SINCE = statement<Omit<ConsumerPosition, 'givenAt'>>(
  'find_consumer_position_since',
  `select coalesce(first.position - 1, event_head.position)::text as "position",
     coalesce(first.epoch, ${nextEpochOf('$1')}) as "epoch",
     coalesce(first.partner_position - 1, (select position from partner_event_head where partner_id = $1), 0)::text
       as "partnerPosition"
   from event_head left join lateral (
     select event.position, event.epoch, event.partner_position from event
     where event.partner_id = $1 and event.partner_position > (${ownPositionBefore('$1', '$2')})
     order by event.partner_position limit 1
   ) as first on true`,
);

/** The stored events of a partner around a position of the log; null if there are none. */
export const FIND_AROUND = statement<{
  previousPosition: string | null;
  oldestAt: string | null;
  oldestPosition: string | null;
  lastPosition: string;
}>(
  'find_events_around_position',
  `select previous.partner_position::text as "previousPosition", oldest.position::text as "oldestAt",
     oldest.partner_position::text as "oldestPosition",
     coalesce((select position from partner_event_head where partner_id = $1), 0)::text as "lastPosition"
   from (select) as one
   left join lateral (
     select partner_position from event where partner_id = $1 and position <= $2::bigint order by position desc limit 1
   ) as previous on true
   left join lateral (
     select position, partner_position from event where partner_id = $1 order by partner_position limit 1
   ) as oldest on true`,
);
