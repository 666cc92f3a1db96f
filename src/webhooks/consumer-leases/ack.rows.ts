import { statement } from '../../platform/statements/statement.ts';
import { SHOWN, type ConsumerRow } from '../consumers/event-consumer.rows.ts';

/**
 * The acknowledged position, as `through`, with the partner's event there, or the last one before it, if stored. Its
 * four parameters, from the `nth`: the log position of a cursor, the epoch, the instant of a cursor that is not an
 * event's, and the partner's own position, which a sequence has instead of the first.
 */
function throughFrom(nth: number): string {
  const [position, epoch, ownPosition] = [`$${nth}::bigint`, `$${nth + 1}::int`, `$${nth + 3}::bigint`];
  return `(
    select coalesce(${position}, event.position, 0) as position, event.partner_position as own_position,
      ${epoch} as epoch, $${nth + 2}::timestamptz as given_at,
      case
        when ${position} is not null then exists (
          select from event_epoch cross join event_head
          where event_epoch.epoch = ${epoch} and event_epoch.partner_id in ('', $1) and ${position} <= least(
            event_head.position, (select min(opened_after) from event_epoch where epoch > ${epoch} and partner_id in ('', $1))
          )
        )
        else ${ownPosition} <= coalesce((select position from partner_event_head where partner_id = $1), 0)
          and coalesce(event.epoch = ${epoch}, exists (
            select from event_epoch where event_epoch.epoch = ${epoch} and event_epoch.partner_id in ('', $1)
          ))
      end as is_in_log
    from (select) as one left join event on event.partner_id = $1 and event.partner_position = (select coalesce(${ownPosition}, (
      select previous.partner_position from event as previous
      where previous.partner_id = $1 and previous.position <= ${position} order by previous.position desc limit 1
    )))
  ) as through`;
}

/** Moves the position of a consumer for the worker that holds it, or held it last. It never moves back. */
export const ACK = statement<ConsumerRow>(
  'ack_events',
  `update event_consumer as consumer
   set position = greatest(consumer.position, through.position),
     partner_position = greatest(consumer.partner_position, through.own_position),
     epoch = case when through.position > consumer.position then through.epoch else consumer.epoch end,
     given_at = case when through.position > consumer.position then through.given_at else consumer.given_at end
   from ${throughFrom(4)}
   where consumer.partner_id = $1 and consumer.name = $2 and consumer.worker = $3 and through.is_in_log
   returning ${SHOWN}`,
);

/** Finds why nothing was acknowledged. */
export const FIND_ACK_OBSTACLE = statement<{ isInLog: boolean; isFound: boolean }>(
  'find_ack_obstacle',
  `select through.is_in_log as "isInLog",
     exists (select from event_consumer where partner_id = $1 and name = $2) as "isFound"
   from ${throughFrom(3)}`,
);
