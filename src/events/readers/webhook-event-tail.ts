import type { Sql } from '../../platform/database/database.ts';
import { LogTail, type LogRow } from '../../platform/log/log-tail.ts';
import { EVENTS_BEHIND, type WebhookEventRow } from './webhook-event.rows.ts';

/** An event, as followers of the log receive it. */
export type LoggedEvent = WebhookEventRow & LogRow;

/** The newest events of all partners, once per process. */
export type EventTail = LogTail<LoggedEvent>;

export function eventTail(sql: Sql): EventTail {
  return new LogTail({
    async readAfter(position, count) {
      return (await sql.run(EVENTS_BEHIND, { position, count })).map(loggedEvent);
    },
  });
}

export function loggedEvent(row: WebhookEventRow): LoggedEvent {
  return { ...row, position: Number(row.position) };
}
