import { statement } from '../../platform/statements/statement.ts';
import { MESSAGE_COLUMNS, type WebhookMessageRow } from './webhook-message.rows.ts';

/** A message as it stood after a change; its state is what the breaker makes of it by now. */
export interface MessageChangeRow extends WebhookMessageRow {
  readonly position: number;
}

const FROM = `message_change as change
  cross join lateral (
    select stored.id, stored.partner_id, stored.configuration_id, stored.event_position, stored.idempotency_key,
     stored.destination, stored.sent_date, stored.event_name, stored.context, stored.raw_name, stored.raw_context,
     stored.elapsed_event_capture_us, stored.previous_sequence,
     change.progress, change.retry_count, change.next_attempt_at, change.elapsed_http_call_us
    from webhook_message as stored where stored.id = change.message_id
  ) as message
  left join webhook_breaker as breaker on breaker.configuration_id = message.configuration_id`;

const COLUMNS = `change.position::float8 as "position", message.partner_id as "owner", ${MESSAGE_COLUMNS}`;

/** The next changes after a position, of all partners. */
export const CHANGES_BEHIND = statement(
  'message_changes_behind',
  `select ${COLUMNS} from ${FROM} where change.position > $1 order by change.position limit $2`,
);

/** The same, of one partner. */
export const CHANGES_OF_PARTNER_BEHIND = statement<MessageChangeRow>(
  'message_changes_of_partner_behind',
  `select ${COLUMNS} from ${FROM}
   where change.partner_id = $3 and change.position > $1 order by change.position limit $2`,
);

export const FIND_CHANGE_HEAD = statement<{ head: number }>(
  'find_message_change_head',
  `select position::float8 as "head" from message_change_head`,
);
