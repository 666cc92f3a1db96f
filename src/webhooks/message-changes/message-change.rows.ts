import { statement } from '../../platform/statements/statement.ts';
import { MESSAGE_COLUMNS, type WebhookMessageRow } from '../archive/webhook-message.rows.ts';

/** A message after a change; its state depends on the breaker as it is now. */
export interface MessageChangeRow extends WebhookMessageRow {
  readonly position: number;
  readonly logPosition: number;
  /** Distinguishes the change from any other that may have had its position. */
  readonly stamp: string;
  /** What its event is about, and what caused it. */
  readonly entityId: string | null;
  readonly accountNumber: string | null;
  readonly correlationId: string | null;
}

/** Time of a change, in microseconds: after a restore to an earlier state, another change gets its position. */
const STAMP = '(extract(epoch from changed_at) * 1000000)::bigint::text';

/** With `offset 0` the message of each change is looked up; else a plan might read all messages of the partner. */
const FROM = `message_change as change
  cross join lateral (
    select stored.id, stored.partner_id, stored.configuration_id, stored.event_position, stored.idempotency_key,
     stored.destination, stored.sent_date, stored.event_name, stored.context, stored.raw_name, stored.raw_context,
     stored.elapsed_event_capture_us, stored.previous_sequence, stored.entity_id, stored.account_id,
     stored.correlation_id,
     change.progress, change.retry_count, change.next_attempt_at, change.elapsed_http_call_us
    from webhook_message as stored where stored.id = change.message_id offset 0
  ) as message`;

const COLUMNS = `change.position::float8 as "position", change.log_position::float8 as "logPosition",
  ${STAMP} as "stamp", message.entity_id as "entityId", message.correlation_id as "correlationId",
  (select number from payment_account as account where account.id = message.account_id) as "accountNumber",
  message.partner_id as "owner", ${MESSAGE_COLUMNS}`;

/** The next changes of all partners after a position in their log. */
export const CHANGES_AFTER = statement(
  'message_changes_behind',
  `select ${COLUMNS} from ${FROM} where change.log_position > $1 order by change.log_position limit $2`,
);

/** The next changes of a partner after its position. */
export const CHANGES_OF_PARTNER_BEHIND = statement(
  'message_changes_of_partner_behind',
  `select ${COLUMNS} from ${FROM}
   where change.partner_id = $3 and change.position > $1 order by change.position limit $2`,
);

/** The end of the log of all partners. */
export const FIND_CHANGE_HEAD = statement(
  'find_message_change_head',
  'select position::float8 as "position" from message_change_head',
);

/** A position among the changes of a partner. */
export interface ChangePositionRow {
  /** The last change of the partner; 0: it had none. */
  readonly head: number;
  /** The end of the log of all partners. */
  readonly logHead: number;
  /** Where the change is in that log; null if it is not stored, or does not exist. */
  readonly logPosition: number | null;
  readonly stamp: string | null;
  /** The oldest stored change. */
  readonly oldest: number | null;
}

/** Position $2 of partner $1; null means its last one. With `offset 0` it is a column, by which its change is looked up. */
export const FIND_CHANGE_POSITION = statement(
  'find_message_change_position',
  `select given.head::float8 as "head", log.position::float8 as "logHead", change.log_position::float8 as "logPosition",
     ${STAMP} as "stamp",
     (select min(position)::float8 from message_change where partner_id = $1) as "oldest"
   from message_change_head as log
   cross join (
     select head, coalesce($2::bigint, head) as position from (
       select coalesce((select position from partner_message_change_head where partner_id = $1), 0) as head
     ) as own offset 0
   ) as given
   left join message_change as change on change.partner_id = $1 and change.position = given.position`,
);

/** How far the clocks of a server and its replacement may differ. */
const CLOCKS_APART = '1 hour';

/** The partner's newest change before a position that is older than the change once there, allowing for clock differences. */
export const FIND_CHANGE_FORK = statement(
  'find_message_change_fork',
  `select position::float8 as "position", ${STAMP} as "stamp" from message_change
   where partner_id = $1 and position < $2::bigint
     and changed_at < to_timestamp($3::bigint / 1000000.0) - interval '${CLOCKS_APART}'
   order by position desc limit 1`,
);
