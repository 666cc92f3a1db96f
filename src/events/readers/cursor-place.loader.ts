import { saltOf } from '../../platform/cursors/cursor-salt.value.ts';
import type { Sql } from '../../platform/database/database.ts';
import { cursorFromLostFuture } from '../../platform/graphql/operations/client-error.ts';
import { readCursor, type ListCursors } from '../../platform/graphql/paging/page-window.ts';
import { principalOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { statement } from '../../platform/statements/statement.ts';

/** How long after its capture a stream may begin after an event, in milliseconds: 30 days. Pages reach further back. */
export const CURSOR_LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000;

/** Of cursors that were given when there was one only. */
const FIRST_EPOCH = '1';

/**
 * Where the log ends and in which epoch; of a position in an epoch when its event was captured, null when it is not kept
 * any more, and up to where the epoch reaches, null when there was no such. All that an epoch has in common with one that
 * is not known lies before `fork`.
 */
const FIND_PLACE = statement<EventPlaceRow>(
  'find_webhook_event_place',
  `with known as (select epoch, opened_after from event_epoch where partner_id in ('', $3))
   select head.position::text as "head", (select max(epoch) from known)::text as "epoch",
     (select captured_at from event where position = $1::bigint) as "capturedAt",
     (select coalesce((select min(opened_after) from known where epoch > $2::int), head.position)
      from known where epoch = $2::int)::text as "reach",
     (select opened_after from known where epoch < $2::int order by epoch desc limit 1)::text as "fork"
   from event_head as head`,
);

interface EventPlaceRow {
  readonly head: string;
  readonly epoch: string;
  readonly capturedAt: string | null;
  readonly reach: string | null;
  readonly fork: string | null;
}

/** Where the log ends, and in which epoch of a partner. */
export async function findEnd(sql: Sql, partnerId: string): Promise<Pick<EventPlaceRow, 'head' | 'epoch'>> {
  return findPlace(sql, [null, null, partnerId]);
}

/** What a cursor of the log says; whether there is such a place is another question. */
export interface StatedPlace {
  readonly position: string;
  /** In which it was given. */
  readonly epoch: string;
  /** When it was given; null: it is that of an event. */
  readonly givenAt: string | null;
}

/** Where a cursor of the log leads. */
export interface CursorPlace extends Omit<StatedPlace, 'position'> {
  readonly position: number;
  /** Where the log ends. */
  readonly head: number;
  /** Of its event, or when the cursor was given; null when that is not kept any more. */
  readonly capturedAt: string | null;
}

/** The values of a cursor; one of no event is salted by a UUID. */
export function valuesOfPlace({ position, epoch, givenAt }: StatedPlace, uuid: string): readonly string[] {
  return givenAt === null ? [position, epoch] : [position, epoch, givenAt, saltOf(uuid)];
}

/** What the values of a cursor say. One of no event says when it was given; where its form was open it had no epoch. */
export function placeIn([position = '', ...rest]: readonly string[]): StatedPlace {
  const givenAt = rest.find((value) => value.endsWith('Z')) ?? null;
  return { position, epoch: rest.find((value) => value !== givenAt) ?? FIRST_EPOCH, givenAt };
}

/** A cursor that was given as an argument. */
export interface CursorArgument {
  readonly argument: string;
  readonly cursor: string;
}

/**
 * Finds what a cursor leads to.
 * @throws GraphQLError INVALID_CURSOR, CURSOR_EXPIRED where its key opens no more; CURSOR_FROM_LOST_FUTURE where it is of
 *   what was lost when the database went back: other events have its positions, or will
 */
export async function placeOfCursor(
  context: RequestContext,
  cursors: ListCursors,
  { argument, cursor }: CursorArgument,
): Promise<CursorPlace> {
  const { database, clock, random } = context;
  const read = placeIn(readCursor(argument, cursor, cursors));
  const { epoch, givenAt } = read;
  const place = await findPlace(database, [read.position, epoch, principalOf(context).partnerId]);
  const [position, head] = [Number(read.position), Number(place.head)];
  const { reach } = place;
  if (reach === null || position > Math.min(Number(reach), head)) {
    const common = reach === null ? (place.fork ?? '0') : smaller(reach, place.head);
    const resumed = { position: common, epoch: place.epoch, givenAt: clock.now().toISOString() };
    throw cursorFromLostFuture(argument, cursors.cursors.encode(valuesOfPlace(resumed, random.uuid())));
  }
  return { position, head, capturedAt: givenAt ?? place.capturedAt, epoch, givenAt };
}

function smaller(one: string, other: string): string {
  return Number(one) < Number(other) ? one : other;
}

async function findPlace(sql: Sql, given: readonly (string | null)[]): Promise<EventPlaceRow> {
  const [place] = await sql.run(FIND_PLACE, given);
  if (place === undefined) throw new Error('The log has no head.');
  return place;
}
