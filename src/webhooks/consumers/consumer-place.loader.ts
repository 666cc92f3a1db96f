import { instantOf } from '../../platform/statements/instant.ts';
import { cursorExpired } from '../../platform/graphql/operations/client-error.ts';
import { principalOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { CURSOR_LIFETIME_MS, type CursorPlace } from '../../events/readers/cursor-place.loader.ts';
import type { WebhookEvents } from '../../events/readers/webhook-events.loader.ts';
import { ConsumerStart, type ConsumerPlace, type WantedPlace } from './consumer-place.value.ts';
import { FIND_AROUND, FIND_PLACE_SINCE } from './place.rows.ts';

/** Instants before and after all events, as PostgreSQL writes them. */
const BEFORE_ALL = '-infinity';
const AFTER_ALL = 'infinity';

/**
 * Finds a position for a consumer of the caller; by default the end of the log.
 * @throws GraphQLError INVALID_CURSOR, CURSOR_FROM_LOST_FUTURE, CURSOR_EXPIRED
 */
export async function findConsumerPlace(
  events: WebhookEvents,
  context: RequestContext,
  { start, after, since }: WantedPlace,
): Promise<ConsumerPlace> {
  if (after != null) {
    const place = await events.placeOf(context, { argument: 'after', cursor: after });
    const partnerPosition = await ownPositionAt(context, place);
    if (partnerPosition === undefined) throw cursorExpired('after');
    const { position, epoch, givenAt } = place;
    return { position: String(position), epoch: Number(epoch), partnerPosition, givenAt };
  }
  const instant = since ?? (start === ConsumerStart.OLDEST ? BEFORE_ALL : AFTER_ALL);
  const { database, clock } = context;
  const [found] = await database.run(FIND_PLACE_SINCE, [principalOf(context).partnerId, instant]);
  if (found === undefined) throw new Error('The log has no head.');
  return { ...found, givenAt: clock.now().toISOString() };
}

/**
 * Returns the caller's last own position up to a place; undefined if events after it may have been removed, so that
 * their number is unknown.
 */
async function ownPositionAt(context: RequestContext, place: CursorPlace): Promise<string | undefined> {
  const { position, head, givenAt } = place;
  const [around] = await context.database.run(FIND_AROUND, [principalOf(context).partnerId, String(position)]);
  if (around === undefined) throw new Error('A select without rows has given none.');
  const { previousPosition, oldestAt, oldestPosition, lastPosition } = around;
  if (previousPosition !== null) return previousPosition;
  const before = oldestPosition === null ? Number(lastPosition) : Number(oldestPosition) - 1;
  const isNext = position >= (oldestAt === null ? head : Number(oldestAt) - 1);
  return before === 0 || isNext || isYoung(context, givenAt) ? String(before) : undefined;
}

/** Checks whether a cursor can still start a stream: no event after it has been removed. */
function isYoung({ clock }: RequestContext, givenAt: string | null): boolean {
  return givenAt !== null && instantOf(givenAt).getTime() >= clock.now().getTime() - CURSOR_LIFETIME_MS;
}
