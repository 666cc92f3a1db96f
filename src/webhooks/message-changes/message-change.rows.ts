import { statement } from '../../platform/statements/statement.ts';
import { MESSAGE_COLUMNS, type WebhookMessageRow } from '../archive/webhook-message.rows.ts';

/** A message after a change; its state depends on the breaker as it is now. */
export interface MessageChangeRow extends WebhookMessageRow {
  readonly position: number;
  /** Distinguishes the change from any other that may have had its position. */
  readonly stamp: string;
}

/** Time of a change, in microseconds: after a restore to an earlier state, another change gets its position. */
const STAMP = '(extract(epoch from changed_at) * 1000000)::bigint::text';

/** With `offset 0` the message of each change is looked up; else a plan might read all messages of the partner. */
const FROM = `message_change as change
  cross join lateral (
    select stored.id, stored.partner_id, stored.configuration_id, stored.event_position, stored.idempotency_key,
     stored.destination, stored.sent_date, stored.event_name, stored.context, stored.raw_name, stored.raw_context,
     stored.elapsed_event_capture_us, stored.previous_sequence,
     change.progress, change.retry_count, change.next_attempt_at, change.elapsed_http_call_us
    from webhook_message as stored where stored.id = change.message_id offset 0
  ) as message`;

const COLUMNS = `change.position::float8 as "position", ${STAMP} as "stamp", message.partner_id as "owner",
  ${MESSAGE_COLUMNS}`;

/** The next changes after a position, of all partners. */
export const CHANGES_AFTER = statement(
  'message_changes_behind',
  `select ${COLUMNS} from ${FROM} where change.position > $1 order by change.position limit $2`,
);

/** The same, of one partner. */
export const CHANGES_OF_PARTNER_BEHIND = statement<MessageChangeRow>(
  'message_changes_of_partner_behind',
  `select ${COLUMNS} from ${FROM}
   where change.partner_id = $3 and change.position > $1 order by change.position limit $2`,
);

/** A position in the log of changes; the change there can be any partner's. */
export interface ChangePositionRow {
  /** End of the log. */
  readonly head: number;
  /** Of the change at the position; null if it is not stored, or does not exist. */
  readonly stamp: string | null;
  /** The oldest stored change. */
  readonly oldest: number | null;
}

export const FIND_CHANGE_POSITION = statement<ChangePositionRow>(
  'find_message_change_position',
  `select given.head, (select ${STAMP} from message_change where position = given.position) as "stamp",
     (select min(position)::float8 from message_change) as "oldest"
   from (
     select position::float8 as head, coalesce($1::bigint, position) as position from message_change_head offset 0
   ) as given`,
);

/** How far the clocks of a server and its replacement may differ. */
const CLOCKS_APART = '1 hour';

/** The newest change before a position that is older than the change once there, allowing for clock differences. */
export const FIND_CHANGE_FORK = statement<{ position: number; stamp: string }>(
  'find_message_change_fork',
  `select position::float8 as "position", ${STAMP} as "stamp" from message_change
   where position < $1::bigint and changed_at < to_timestamp($2::bigint / 1000000.0) - interval '${CLOCKS_APART}'
   order by position desc limit 1`,
);
