import { saltOf } from '../../platform/cursors/cursor-salt.value.ts';
import type { Sql } from '../../platform/database/database.ts';
import { cursorFromLostFuture } from '../../platform/graphql/operations/client-error.ts';
import { readCursor, type ListCursors } from '../../platform/graphql/paging/page-cursors.ts';
import { principalOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { statement } from '../../platform/statements/statement.ts';

/** How long after an event's capture a stream can start from it, in milliseconds: 30 days. Pages reach further back. */
export const CURSOR_LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000;

/** Epoch of cursors from the time when there was only one. */
const FIRST_EPOCH = '1';

/**
 * Finds the end of the log and its epoch; for a position in an epoch, when its event was captured (null if it is no
 * longer stored), and how far that epoch reaches (null if it is unknown). An unknown epoch has nothing beyond `fork` in
 * common with this log.
 */
const FIND_POSITION = statement<EventPositionRow>(
  'find_webhook_event_position',
  `with known as (select epoch, opened_after from event_epoch where partner_id in ('', $3))
   select head.position::text as "head", (select max(epoch) from known)::text as "epoch",
     (select captured_at from event where position = $1::bigint) as "capturedAt",
     (select coalesce((select min(opened_after) from known where epoch > $2::int), head.position)
      from known where epoch = $2::int)::text as "reach",
     (select opened_after from known where epoch < $2::int order by epoch desc limit 1)::text as "fork"
   from event_head as head`,
);

interface EventPositionRow {
  readonly head: string;
  readonly epoch: string;
  readonly capturedAt: string | null;
  readonly reach: string | null;
  readonly fork: string | null;
}

/** Finds the end of the log, and the current epoch of a partner. */
export async function findEnd(sql: Sql, partnerId: string): Promise<Pick<EventPositionRow, 'head' | 'epoch'>> {
  return findPosition(sql, [null, null, partnerId]);
}

/** What a cursor of the log states; whether the position exists is checked separately. */
export interface StatedPosition {
  readonly position: string;
  /** Epoch in which it was issued. */
  readonly epoch: string;
  /** When it was issued; null: it is the cursor of an event. */
  readonly givenAt: string | null;
}

/** The position that a cursor of the log refers to. */
export interface CursorPosition extends Omit<StatedPosition, 'position'> {
  readonly position: number;
  /** Where the log ends. */
  readonly head: number;
  /** When its event was captured, or the cursor issued; null if the event is no longer stored. */
  readonly capturedAt: string | null;
}

/** Returns the values of a cursor; without an event, it is salted with a UUID. */
export function valuesOfPosition({ position, epoch, givenAt }: StatedPosition, uuid: string): readonly string[] {
  return givenAt === null ? [position, epoch] : [position, epoch, givenAt, saltOf(uuid)];
}

/** Reads the values of a cursor. Without an event, it contains when it was issued; unencrypted ones had no epoch. */
export function positionIn([position = '', ...rest]: readonly string[]): StatedPosition {
  const givenAt = rest.find((value) => value.endsWith('Z')) ?? null;
  return { position, epoch: rest.find((value) => value !== givenAt) ?? FIRST_EPOCH, givenAt };
}

/** A cursor that was given as an argument. */
export interface CursorArgument {
  readonly argument: string;
  readonly cursor: string;
}

/**
 * Finds the position that a cursor refers to.
 * @throws GraphQLError INVALID_CURSOR, CURSOR_EXPIRED if its key is no longer accepted; CURSOR_FROM_LOST_FUTURE if it
 *   refers to what was lost when the database went back: other events have its positions, or will
 */
export async function positionOfCursor(
  context: RequestContext,
  cursors: ListCursors,
  { argument, cursor }: CursorArgument,
): Promise<CursorPosition> {
  const { database, clock, random } = context;
  const read = positionIn(readCursor(argument, cursor, cursors));
  const { epoch, givenAt } = read;
  const found = await findPosition(database, [read.position, epoch, principalOf(context).partnerId]);
  const [position, head] = [Number(read.position), Number(found.head)];
  const { reach } = found;
  if (reach === null || position > Math.min(Number(reach), head)) {
    const common = reach === null ? (found.fork ?? '0') : smaller(reach, found.head);
    const resumed = { position: common, epoch: found.epoch, givenAt: clock.now().toISOString() };
    throw cursorFromLostFuture(argument, cursors.cursors.encode(valuesOfPosition(resumed, random.uuid())));
  }
  return { position, head, capturedAt: givenAt ?? found.capturedAt, epoch, givenAt };
}

function smaller(one: string, other: string): string {
  return Number(one) < Number(other) ? one : other;
}

async function findPosition(sql: Sql, given: readonly (string | null)[]): Promise<EventPositionRow> {
  const [found] = await sql.run(FIND_POSITION, given);
  if (found === undefined) throw new Error('The log has no head.');
  return found;
}
