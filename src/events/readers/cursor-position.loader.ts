import type { Cursors } from '../../platform/cursors/cursor-codec.ts';
import type { Sql } from '../../platform/database/database.ts';
import { cursorFromLostFuture } from '../../platform/graphql/errors/client-error.ts';
import { readCursor } from '../../platform/graphql/paging/page-cursors.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import type { LogStart } from '../../platform/log/log-reader.ts';
import type { RowOf } from '../../platform/statements/compiled.ts';
import { statement } from '../../platform/statements/statement.ts';
import { lastPositionBefore, nextEpochOf } from '../log/sequence.value.ts';

/** How long after an event's capture a stream can start from it, in milliseconds: 30 days. Pages reach further back. */
export const CURSOR_LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * Finds the last position of partner $1 and its epoch, and the end of the log of all partners; for position $2 of epoch
 * $3, when its event was captured and where that is in the log (null if it is no longer stored), and how far the
 * partner's events of that epoch reach (null if it is unknown). An unknown epoch has nothing beyond `fork` in common
 * with these events.
 */
const FIND_POSITION = statement(
  'find_webhook_event_position',
  `with known as (
     select epoch from event_epoch where partner_id in ('', $1)
   ), former as (
     select max(epoch) as epoch from known where epoch < $3::int
   )
   select own.position::text as "head", log.position::float8 as "logHead", ${nextEpochOf('$1')}::text as "epoch",
     event.captured_at as "capturedAt", event.log_position::float8 as "logPosition",
     case when exists (select from known where epoch = $3::int)
       then ${lastPositionBefore('$1', '$3::int + 1')} end::text as "reach",
     ${lastPositionBefore('$1', 'former.epoch')}::text as "fork"
   from event_head as log cross join former
   cross join (
     select coalesce((select position from partner_event_head where partner_id = $1), 0) as position
   ) as own
   left join event on event.partner_id = $1 and event.position = $2::bigint`,
  { neverNull: ['epoch'] },
);

type EventPositionRow = RowOf<typeof FIND_POSITION>;

/** The end of a partner's events. */
export interface EventsEnd extends LogStart {
  readonly epoch: string;
}

/** Finds the end of the caller's events, and its current epoch. */
export async function findEnd(context: RequestContext): Promise<EventsEnd> {
  const { head, logHead, epoch } = await findPosition(context.database, [principalOf(context).partnerId, null, null]);
  return { position: Number(head), logPosition: logHead, head: Number(head), logHead, epoch };
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
export interface CursorPosition extends Omit<StatedPosition, 'position'>, LogStart {
  /** When its event was captured, or the cursor issued; null if the event is no longer stored. */
  readonly capturedAt: string | null;
}

/** Returns the values of a cursor. Without an event, it contains when it was issued. */
export function valuesOfPosition({ position, epoch, givenAt }: StatedPosition): readonly string[] {
  return givenAt === null ? [position, epoch] : [position, epoch, givenAt];
}

/** Reads the values of a cursor. */
export function positionIn([position = '', epoch = '', givenAt]: readonly string[]): StatedPosition {
  return { position, epoch, givenAt: givenAt ?? null };
}

/** A cursor that was given as an argument. */
export interface CursorArgument {
  readonly argument: string;
  readonly cursor: string;
}

/**
 * Finds the position that a cursor refers to.
 * @throws GraphQLError INVALID_CURSOR; CURSOR_FROM_LOST_FUTURE if it refers to what was lost when the database went
 *   back: other events have its positions, or will
 */
export async function positionOfCursor(
  context: RequestContext,
  cursors: Cursors,
  { argument, cursor }: CursorArgument,
): Promise<CursorPosition> {
  const { database, clock } = context;
  const { epoch, givenAt, ...read } = positionIn(readCursor(argument, cursor, cursors));
  const found = await findPosition(database, [principalOf(context).partnerId, read.position, Number(epoch)]);
  const position = Number(read.position);
  const { reach, logHead } = found;
  const head = Number(found.head);
  if (reach === null || position > Math.min(Number(reach), head)) {
    const common = reach === null ? found.fork : smaller(reach, found.head);
    const resumed = { position: common, epoch: found.epoch, givenAt: clock.now().toISOString() };
    throw cursorFromLostFuture(argument, cursors.encode(valuesOfPosition(resumed)));
  }
  const logPosition = position === head ? logHead : found.logPosition;
  return { position, logPosition, head, logHead, capturedAt: givenAt ?? found.capturedAt, epoch, givenAt };
}

function smaller(one: string, other: string): string {
  return Number(one) < Number(other) ? one : other;
}

async function findPosition(
  sql: Sql,
  given: readonly [partnerId: string, position: string | null, epoch: number | null],
): Promise<EventPositionRow> {
  const [found] = await sql.run(FIND_POSITION, given);
  if (found === undefined) throw new Error('The log has no head.');
  return found;
}
