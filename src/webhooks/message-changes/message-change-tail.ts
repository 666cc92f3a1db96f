import type { Sql } from '../../platform/database/database.ts';
import { LogTail } from '../../platform/log/log-tail.ts';
import { CHANGES_AFTER, FIND_CHANGE_HEAD, type MessageChangeRow } from './message-change.rows.ts';

/** The newest message changes of all partners, read once per process. */
export type MessageTail = LogTail<MessageChangeRow>;

export function messageTail(sql: Sql): MessageTail {
  return new LogTail({
    readAfter: (logPosition, count) => sql.run(CHANGES_AFTER, [logPosition, count]),
    async readHead() {
      const [head] = await sql.run(FIND_CHANGE_HEAD, []);
      if (head === undefined) throw new Error('The changes of messages have no head.');
      return head.position;
    },
  });
}
