import type { Sql } from '../../platform/database/database.ts';
import { LogTail, type LogRow } from '../../platform/log/log-tail.ts';
import { EVENTS_BEHIND, FIND_LAST_POSITION, type WebhookEventRow } from './webhook-event.rows.ts';

/** An event, as followers of the log receive it. */
export type LoggedEvent = WebhookEventRow & LogRow;

/** The newest events of all partners, once per process. */
export type EventTail = LogTail<LoggedEvent>;

export function eventTail(sql: Sql): EventTail {
  return new LogTail({
    async readAfter(position, count) {
      return (await sql.run(EVENTS_BEHIND, { position, count })).map(loggedEvent);
    },
    async readHead() {
      const [head] = await sql.run(FIND_LAST_POSITION, []);
      if (head === undefined) throw new Error('The log has no head.');
      return head.position;
    },
  });
}

export function loggedEvent(row: WebhookEventRow): LoggedEvent {
  const position = Number(row.position);
  return { ...row, position, logPosition: position, stamp: `${row.epoch} ${row.id}` };
}
