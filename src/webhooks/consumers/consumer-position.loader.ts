import { instantOf } from '../../platform/statements/instant.ts';
import { cursorExpired } from '../../platform/graphql/operations/client-error.ts';
import { principalOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { CURSOR_LIFETIME_MS, type CursorPosition } from '../../events/readers/cursor-position.loader.ts';
import type { WebhookEvents } from '../../events/readers/webhook-events.loader.ts';
import { ConsumerStart, type ConsumerPosition, type WantedPosition } from './consumer-position.value.ts';
import { FIND_AROUND, FIND_POSITION_SINCE } from './consumer-position.rows.ts';

/** Instants before and after all events, as PostgreSQL writes them. */
const BEFORE_ALL = '-infinity';
const AFTER_ALL = 'infinity';

/**
 * Finds a position for a consumer of the caller; by default the end of the log.
 * @throws GraphQLError INVALID_CURSOR, CURSOR_FROM_LOST_FUTURE, CURSOR_EXPIRED
 */
export async function findConsumerPosition(
  events: WebhookEvents,
  context: RequestContext,
  { start, after, since }: WantedPosition,
): Promise<ConsumerPosition> {
  if (after != null) {
    const stated = await events.positionOf(context, { argument: 'after', cursor: after });
    const partnerPosition = await ownPositionAt(context, stated);
    if (partnerPosition === undefined) throw cursorExpired('after');
    const { position, epoch, givenAt } = stated;
    return { position: String(position), epoch: Number(epoch), partnerPosition, givenAt };
  }
  const instant = since ?? (start === ConsumerStart.OLDEST ? BEFORE_ALL : AFTER_ALL);
  const { database, clock } = context;
  const [found] = await database.run(FIND_POSITION_SINCE, [principalOf(context).partnerId, instant]);
  if (found === undefined) throw new Error('The log has no head.');
  return { ...found, givenAt: clock.now().toISOString() };
}

/**
 * Returns the caller's last own position up to a position; undefined if events after it may have been removed, so that
 * their number is unknown.
 */
async function ownPositionAt(context: RequestContext, at: CursorPosition): Promise<string | undefined> {
  const { position, head, givenAt } = at;
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
