import { cursorExpired, cursorFromLostFuture } from '../../platform/graphql/operations/client-error.ts';
import { beginningOf, principalOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { saltOf } from '../../platform/cursors/cursor-salt.value.ts';
import type { Cursors } from '../../platform/cursors/cursor-codec.ts';
import { readCursor } from '../../platform/graphql/paging/page-cursors.ts';
import { cursorsOf } from '../../platform/graphql/paging/paged-list.ts';
import { NO_CHANGE, type ChangePosition, type MessageTail } from './message-change-tail.ts';
import type { ChangePositionRow } from './message-change.rows.ts';

/** Name of the log of changes in cursors. */
const CHANGE_ORDERING = 'webhookMessageChanges';

const TOO_OLD = 'read what you missed with Query.webhookMessages, and continue after webhookMessagesCursor.';

/** Where a subscription starts. */
export interface ChangeBeginning {
  readonly position: number;
  /** End of the log. */
  readonly head: number;
}

/** Returns the cursor of a position in the log of changes, for the caller. */
export function cursorOfChange(context: RequestContext, { position, stamp }: ChangePosition): string {
  return changeCursors(context).encode([String(position), stamp]);
}

/**
 * Returns a cursor of a position that the log has passed; null means its end. No two are the same, or a client that
 * polls it would notice whenever a message of any partner changes.
 */
export async function changeCursorAt(
  context: RequestContext,
  tail: MessageTail,
  position: number | null,
): Promise<string> {
  const { head, stamp } = await tail.find(position);
  return changeCursors(context).encode([String(position ?? head), stamp ?? NO_CHANGE, saltOf(context.random.uuid())]);
}

/**
 * Finds the position of a cursor of the caller.
 * @throws GraphQLError INVALID_CURSOR; CURSOR_FROM_LOST_FUTURE if another change is at its position now, or none yet;
 * CURSOR_EXPIRED if that is no longer stored
 */
export async function positionOfChange(
  context: RequestContext,
  tail: MessageTail,
  cursor: string,
): Promise<ChangeBeginning> {
  const argument = beginningOf(context);
  const cursors = changeCursors(context);
  const [key, stamp = NO_CHANGE] = readCursor(argument, cursor, { cursors, isLog: true });
  const given = { position: Number(key), stamp };
  const found = await tail.find(given.position);
  if (isLost(given, found)) {
    const fork = await tail.forkOf(given, found);
    throw cursorFromLostFuture(argument, cursorOfChange(context, fork));
  }
  if (!isKept(given, found)) throw cursorExpired(argument, TOO_OLD);
  return { position: given.position, head: found.head };
}

function isLost({ position, stamp }: ChangePosition, found: ChangePositionRow): boolean {
  if (position > found.head) return true;
  return stamp !== NO_CHANGE && found.stamp !== null && found.stamp !== stamp;
}

/** Checks whether all changes after it are stored. */
function isKept({ position, stamp }: ChangePosition, { stamp: foundStamp, oldest, head }: ChangePositionRow): boolean {
  return stamp === NO_CHANGE ? (oldest ?? head + 1) <= position + 1 : foundStamp !== null;
}

function changeCursors(context: RequestContext): Cursors {
  return cursorsOf(context, CHANGE_ORDERING, [principalOf(context).partnerId]);
}
