import { cursorExpired } from '../../platform/graphql/errors/client-error.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import type { WebhookEvents } from '../../events/readers/webhook-events.loader.ts';
import { ConsumerStart, type ConsumerPosition, type WantedPosition } from './consumer-position.value.ts';
import { FIND_POSITION_SINCE, IS_KEPT_AFTER } from './consumer-position.rows.ts';

/** Instants before and after all events, as PostgreSQL writes them. */
const BEFORE_ALL = '-infinity';
const AFTER_ALL = 'infinity';

/**
 * Finds a position for a consumer of the caller; by default that of its last event.
 * @throws GraphQLError INVALID_CURSOR, CURSOR_FROM_LOST_FUTURE, CURSOR_EXPIRED
 */
export async function findConsumerPosition(
  events: WebhookEvents,
  context: RequestContext,
  { start, after, since }: WantedPosition,
): Promise<ConsumerPosition> {
  const { database, clock } = context;
  const { partnerId } = principalOf(context);
  if (after != null) {
    const { position, epoch, givenAt } = await events.positionOf(context, { argument: 'after', cursor: after });
    const [kept] = await database.run(IS_KEPT_AFTER, [partnerId, position]);
    if (kept?.isKept !== true) throw cursorExpired('after');
    return { position: String(position), epoch: Number(epoch), givenAt };
  }
  const instant = since ?? (start === ConsumerStart.OLDEST ? BEFORE_ALL : AFTER_ALL);
  const [found] = await database.run(FIND_POSITION_SINCE, [partnerId, instant]);
  if (found === undefined) throw new Error('A select without a condition has given no row.');
  return { ...found, givenAt: clock.now().toISOString() };
}
