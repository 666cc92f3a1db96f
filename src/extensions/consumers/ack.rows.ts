import { lastPositionBefore } from '../../events/log/sequence.value.ts';
import { statement } from '../../platform/statements/statement.ts';
import { SHOWN } from './event-consumer.rows.ts';

/**
 * The acknowledged position, as `through`. Its three parameters, from the `nth`: the position, the epoch, and the instant
 * of a cursor that is not an event's. An event has one epoch; any other position is in all in which it was the last one.
 */
function throughFrom(nth: number): string {
  const [position, epoch, givenAt] = [`$${nth}::bigint`, `$${nth + 1}::int`, `$${nth + 2}::timestamptz`];
  return `(
    select ${position} as position, ${epoch} as epoch, ${givenAt} as given_at,
      ${position} <= ${lastPositionBefore('$1', `${epoch} + 1`)}
        and exists (select from event_epoch where event_epoch.epoch = ${epoch} and event_epoch.partner_id in ('', $1))
        and (${givenAt} is not null or event.epoch is null or event.epoch = ${epoch}) as is_in_log
    from (select) as one left join event on event.partner_id = $1 and event.position = ${position}
  ) as through`;
}

/** Moves the position of a consumer for the worker that holds it, or held it last. It never moves back. */
export const ACK = statement(
  'ack_events',
  `update event_consumer as consumer
   set position = greatest(consumer.position, through.position),
     epoch = case when through.position > consumer.position then through.epoch else consumer.epoch end,
     given_at = case when through.position > consumer.position then through.given_at else consumer.given_at end
   from ${throughFrom(4)}
   where consumer.partner_id = $1 and consumer.name = $2 and consumer.worker = $3 and through.is_in_log
   returning ${SHOWN}`,
  { writes: 'lock' },
);

/** Finds why nothing was acknowledged. */
export const FIND_ACK_OBSTACLE = statement(
  'find_ack_obstacle',
  `select through.is_in_log as "isInLog",
     exists (select from event_consumer where partner_id = $1 and name = $2) as "isFound"
   from ${throughFrom(3)}`,
);
