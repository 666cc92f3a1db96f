import type { Sql } from '../../platform/database/database.ts';
import { LogTail } from '../../platform/log/log-tail.ts';
import {
  CHANGES_BEHIND,
  FIND_CHANGE_FORK,
  FIND_CHANGE_PLACE,
  type ChangePlaceRow,
  type MessageChangeRow,
} from './message-change.rows.ts';

/** A place of the log of changes that a cursor leads to: its position, and the stamp of the change there. */
export type ChangePlace = Pick<MessageChangeRow, 'position' | 'stamp'>;

/** Stands for the change at a place where there was none. */
export const NO_CHANGE = '';

/** The newest changes of messages of all partners, once per process; and places, which are theirs together. */
export class MessageTail extends LogTail<MessageChangeRow> {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    super({ readBehind: (position, count) => sql.run(CHANGES_BEHIND, [position, count]) });
    this.sql = sql;
  }

  /** What is known of a position; of the end where none is given. */
  async find(position: number | null): Promise<ChangePlaceRow> {
    const [found] = await this.sql.run(FIND_CHANGE_PLACE, [position]);
    if (found === undefined) throw new Error('The changes of messages have no head.');
    return found;
  }

  /** The last place that a history which had a certain change has for sure in common with this one. */
  async forkOf({ position, stamp }: ChangePlace, { oldest, head }: ChangePlaceRow): Promise<ChangePlace> {
    const [fork] = await this.sql.run(FIND_CHANGE_FORK, [position, stamp]);
    return fork ?? { position: oldest === null ? head : oldest - 1, stamp: NO_CHANGE };
  }
}

export function messageTail(sql: Sql): MessageTail {
  return new MessageTail(sql);
}
