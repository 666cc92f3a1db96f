import type { Sql } from '../../platform/database/database.ts';
import { LogTail } from '../../platform/log/log-tail.ts';
import {
  CHANGES_AFTER,
  FIND_CHANGE_FORK,
  FIND_CHANGE_POSITION,
  type ChangePositionRow,
  type MessageChangeRow,
} from './message-change.rows.ts';

/** A position in the log of changes, as in a cursor, with the stamp of the change there. */
export type ChangePosition = Pick<MessageChangeRow, 'position' | 'stamp'>;

/** Stamp of a position without a change. */
export const NO_CHANGE = '';

/** The newest message changes of all partners, read once per process, and positions in their common log. */
export class MessageTail extends LogTail<MessageChangeRow> {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    super({
      readAfter: (position, count) => sql.run(CHANGES_AFTER, [position, count]),
      readHead: async () => (await findChange(sql, null)).head,
    });
    this.sql = sql;
  }

  /** Finds what is stored at a position, or at the end by default. */
  find(position: number | null): Promise<ChangePositionRow> {
    return findChange(this.sql, position);
  }

  /** Finds the last position that is certainly common to this history and to one with a given change. */
  async forkOf({ position, stamp }: ChangePosition, { oldest, head }: ChangePositionRow): Promise<ChangePosition> {
    const [fork] = await this.sql.run(FIND_CHANGE_FORK, [position, stamp]);
    return fork ?? { position: oldest === null ? head : oldest - 1, stamp: NO_CHANGE };
  }
}

async function findChange(sql: Sql, position: number | null): Promise<ChangePositionRow> {
  const [found] = await sql.run(FIND_CHANGE_POSITION, [position]);
  if (found === undefined) throw new Error('The changes of messages have no head.');
  return found;
}

export function messageTail(sql: Sql): MessageTail {
  return new MessageTail(sql);
}
