import { MESSAGE_STATE } from '../archive/webhook-message.rows.ts';
import { statement } from '../../platform/statements/statement.ts';

/**
 * The messages of configuration $2 about events of partner $1 after a position of the partner, up to another.
 * Each is looked up by its event: others' events, however many lie between, cost nothing.
 */
const IN_RANGE = `event
   cross join lateral (
     select message.id, message.progress, message.configuration_id from webhook_message as message
     where message.partner_id || '' = $1 and message.event_position = event.position
       and message.configuration_id = $2::uuid
   ) as message
   left join webhook_breaker as breaker on breaker.configuration_id = message.configuration_id
   where event.partner_id = $1 and event.partner_position > $3::bigint and event.partner_position <= $4::bigint
     and ${MESSAGE_STATE} <> 'HOLD'`;

export const COUNT_IN_RANGE = statement<{ matched: number }>(
  'count_messages_in_range',
  `select count(*)::int as "matched" from ${IN_RANGE}`,
);

export const FIND_IN_RANGE = statement<{ id: string }>('find_messages_in_range', `select message.id from ${IN_RANGE}`);
