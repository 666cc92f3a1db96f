import type { Cursors } from '../../platform/cursors/cursor-codec.ts';
import { cursorExpired, cursorFromLostFuture } from '../../platform/graphql/errors/client-error.ts';
import { beginningOf, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { readCursor } from '../../platform/graphql/paging/page-cursors.ts';
import { cursorsOf } from '../../platform/graphql/paging/paged-list.ts';
import type { LogStart } from '../../platform/log/log-reader.ts';
import {
  FIND_CHANGE_FORK,
  FIND_CHANGE_POSITION,
  type ChangePositionRow,
  type MessageChangeRow,
} from './message-change.rows.ts';

/** Name of the changes of messages in cursors. */
const CHANGE_ORDERING = 'webhookMessageChanges';

const TOO_OLD = 'read what you missed with Query.webhookMessages, and continue after webhookMessagesCursor.';

/** Stamp of a position without a change. */
const NO_CHANGE = '';

/** A position among the changes of the caller, as in a cursor, with the stamp of the change there. */
type ChangePosition = Pick<MessageChangeRow, 'position' | 'stamp'>;

/** Returns the cursor of a position among the changes of the caller. */
export function cursorOfChange(context: RequestContext, { position, stamp }: ChangePosition): string {
  return changeCursors(context).encode([String(position), stamp]);
}

/** Returns the cursor of a position that the caller's changes have reached; null means the last one. */
export async function changeCursorAt(context: RequestContext, position: number | null): Promise<string> {
  const { head, stamp } = await findPosition(context, position);
  return cursorOfChange(context, { position: position ?? head, stamp: stamp ?? NO_CHANGE });
}

/** Returns the start of a reader of the changes that follow. */
export async function endOfChanges(context: RequestContext): Promise<LogStart> {
  return startAt(await findPosition(context, null));
}

/**
 * Returns the start of a reader after a cursor of the caller.
 * @throws GraphQLError INVALID_CURSOR; CURSOR_FROM_LOST_FUTURE if another change is at its position now, or none yet;
 * CURSOR_EXPIRED if that is no longer stored
 */
export async function positionOfChange(context: RequestContext, cursor: string): Promise<LogStart> {
  const argument = beginningOf(context);
  const [key, stamp = NO_CHANGE] = readCursor(argument, cursor, changeCursors(context));
  const given = { position: Number(key), stamp };
  const found = await findPosition(context, given.position);
  if (isLost(given, found)) {
    const fork = await forkOf(context, given, found);
    throw cursorFromLostFuture(argument, cursorOfChange(context, fork));
  }
  if (!isKept(given, found)) throw cursorExpired(argument, TOO_OLD);
  return startAt(found, given.position);
}

async function findPosition(context: RequestContext, position: number | null): Promise<ChangePositionRow> {
  const [found] = await context.database.run(FIND_CHANGE_POSITION, [principalOf(context).partnerId, position]);
  if (found === undefined) throw new Error('The changes of messages have no head.');
  return found;
}

/** Nothing of the partner follows its last change: there is nothing to read from storage. */
function startAt({ head, logHead, logPosition }: ChangePositionRow, position = head): LogStart {
  return { position, logPosition: position === head ? logHead : logPosition, head, logHead };
}

function isLost({ position, stamp }: ChangePosition, found: ChangePositionRow): boolean {
  if (position > found.head) return true;
  return stamp !== NO_CHANGE && found.stamp !== null && found.stamp !== stamp;
}

/** Finds the last position that is certainly common to this history and to one with a given change. */
async function forkOf(
  context: RequestContext,
  { position, stamp }: ChangePosition,
  { oldest, head }: ChangePositionRow,
): Promise<ChangePosition> {
  const [fork] = await context.database.run(FIND_CHANGE_FORK, [principalOf(context).partnerId, position, stamp]);
  return fork ?? { position: oldest === null ? head : oldest - 1, stamp: NO_CHANGE };
}

/** Checks whether all changes after it are stored. */
function isKept({ position, stamp }: ChangePosition, { stamp: foundStamp, oldest, head }: ChangePositionRow): boolean {
  return stamp === NO_CHANGE ? (oldest ?? head + 1) <= position + 1 : foundStamp !== null;
}

function changeCursors(context: RequestContext): Cursors {
  return cursorsOf(context, CHANGE_ORDERING, [principalOf(context).partnerId]);
}
