import type { Sql } from '../../platform/database/database.ts';
import { LogTail } from '../../platform/log/log-tail.ts';
import { CHANGES_BEHIND, type MessageChangeRow } from './message-change.rows.ts';

/** The newest changes of messages of all partners, once per process. */
export type MessageTail = LogTail<MessageChangeRow>;

export function messageTail(sql: Sql): MessageTail {
  return new LogTail({ readBehind: (position, count) => sql.run(CHANGES_BEHIND, [position, count]) });
}
