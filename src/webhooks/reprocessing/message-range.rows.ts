import { lastPositionBefore } from '../../events/log/sequence.value.ts';
import { MESSAGE_STATE, MESSAGES } from '../archive/webhook-message.rows.ts';
import { statement } from '../../platform/statements/statement.ts';

/**
 * The messages of configuration $2 about events of partner $1 after a position of the partner, up to another. Each is
 * looked up by its event: events of others in between cost nothing. With `offset 0` no plan looks it up by its
 * configuration, which may have most messages of the partner.
 */
const IN_RANGE = `event
   cross join lateral (
     select message.id, message.progress, message.configuration_id from ${MESSAGES}
     where message.partner_id = $1 and message.event_position = event.position offset 0
   ) as message
   where message.configuration_id = $2::uuid and event.partner_id = $1 and event.position > $3::bigint and event.position <= $4::bigint
     and ${MESSAGE_STATE} <> 'HOLD'`;

export const COUNT_IN_RANGE = statement(
  'count_messages_in_range',
  `select count(*)::int as "matched" from ${IN_RANGE}`,
);

/**
 * SQL of the partner's last position up to a sequence: epochs are compared first, since a position that was lost with
 * its epoch, and was assigned again, belongs to another event.
 */
function reachedAt(epoch: string, position: string): string {
  const [before, last] = [`${epoch}::int`, `${epoch}::int + 1`].map((next) => lastPositionBefore('$1', next));
  return `greatest(${before}, least(${position}::bigint, ${last}))`;
}

/** The positions of the events after one sequence, $2 and $3, up to another, $4 and $5. */
export const FIND_POSITIONS = statement(
  'find_positions_of_range',
  `select ${reachedAt('$2', '$3')}::text as "reached", ${reachedAt('$4', '$5')}::text as "end"`,
);

export const FIND_IN_RANGE = statement('find_messages_in_range', `select message.id from ${IN_RANGE}`);
