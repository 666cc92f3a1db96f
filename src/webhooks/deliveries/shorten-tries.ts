import { less } from '../../platform/database/set-back-clock.ts';
import { statement } from '../../platform/statements/statement.ts';

/** Should the clock of the database be set back, messages are tried again when they were to be, and show it. */
export const SHORTEN_TRIES = statement(
  'shorten_waits_of_webhook_delivery',
  `with shortened as (
     update webhook_delivery set due_at = ${less('due_at')} where due_at > now()
     returning message_id, due_at
   )
   update webhook_message as message set next_attempt_at = shortened.due_at
   from shortened where message.id = shortened.message_id and message.next_attempt_at is not null`,
);
