import { nextEpochOf } from '../../events/log/sequence.value.ts';
import { positionBefore } from '../../events/readers/webhook-event.rows.ts';
import { statement } from '../../platform/statements/statement.ts';

/** SQL of the position of the oldest stored event of partner $1, or of its next event if none is stored. */
export const OLDEST_POSITION = `coalesce(
  (select min(event.position) from event where event.partner_id = $1),
  (select head.position + 1 from partner_event_head as head where head.partner_id = $1), 1)`;

/** The position before the first event of a partner that occurred at or after an instant, or the last position. */
export const FIND_POSITION_SINCE = statement(
  'find_consumer_position_since',
  `select coalesce(
       first.position - 1, (select position from partner_event_head where partner_id = $1), 0
     )::text as "position",
     coalesce(first.epoch, ${nextEpochOf('$1')}) as "epoch"
   from (select) as one left join lateral (
     select event.position, event.epoch from event
     where event.partner_id = $1 and event.position > (${positionBefore('$1', '$2')})
     order by event.position limit 1
   ) as first on true`,
  { neverNull: ['epoch'] },
);

/** Checks whether all events of a partner after a position are stored. */
export const IS_KEPT_AFTER = statement(
  'is_kept_after_position',
  `select $2::bigint + 1 >= ${OLDEST_POSITION} as "isKept"`,
);
