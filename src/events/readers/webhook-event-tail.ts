import type { Sql } from '../../platform/database/database.ts';
import { LogTail, type LogRow } from '../../platform/log/log-tail.ts';
import { EVENTS_BEHIND, FIND_LOG_HEAD, type WebhookEventRow } from './webhook-event.rows.ts';

/** An event, as followers of the log receive it. */
export type LoggedEvent = WebhookEventRow & LogRow;

/** The newest events of all partners, once per process. */
export type EventTail = LogTail<LoggedEvent>;

export function eventTail(sql: Sql): EventTail {
  return new LogTail({
    async readAfter(logPosition, count) {
      return (await sql.run(EVENTS_BEHIND, { logPosition, count })).map(loggedEvent);
    },
    async readHead() {
      const [head] = await sql.run(FIND_LOG_HEAD, []);
      if (head === undefined) throw new Error('The log has no head.');
      return head.position;
    },
  });
}

export function loggedEvent(row: WebhookEventRow): LoggedEvent {
  const { position, logPosition, epoch, id } = row;
  return { ...row, position: Number(position), logPosition: Number(logPosition), stamp: `${epoch} ${id}` };
}
