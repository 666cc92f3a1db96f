import { Arg, Ctx, Resolver } from 'type-graphql';
import { RequiresScopes } from '../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../platform/auth/scope.ts';
import { instantOf } from '../platform/statements/instant.ts';
import { cursorExpired } from '../platform/graphql/operations/client-error.ts';
import { LiveSubscription } from '../platform/graphql/vocabulary/live-subscription.decorator.ts';
import { principalOf, type RequestContext } from '../platform/graphql/operations/request-context.ts';
import { LogReader, type LogSelection } from '../platform/log/log-reader.ts';
import { findEnd } from './cursor-place.loader.ts';
import { filterValues, passesFilter, WebhookEventFilter } from './webhook-event-filter.input.ts';
import { loggedEvent, type EventTail, type LoggedEvent } from './webhook-event-tail.ts';
import { eventsOfPartner } from './webhook-event.rows.ts';
import { WebhookEventType } from './webhook-event.type.ts';
import type { WebhookEvents } from './webhook-events.loader.ts';

/** How long after its capture a stream may begin after an event, in milliseconds: 30 days. Pages reach further back. */
const CURSOR_LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000;

@Resolver()
export class WebhookEventsSubscription {
  private readonly events: WebhookEvents;
  private readonly tail: EventTail;

  constructor(events: WebhookEvents, tail: EventTail) {
    this.events = events;
    this.tail = tail;
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @LiveSubscription(() => WebhookEventType, {
    description:
      "The partner's events as they happen, each once and in the order of the log. With after everything since then comes first.",
  })
  async webhookEvents(
    @Arg('filter', () => WebhookEventFilter, {
      nullable: true,
      description: 'Only events of these names or contexts; absent: all.',
    })
    filter: WebhookEventFilter | null | undefined,
    @Arg('after', () => String, {
      nullable: true,
      description:
        'Cursor of the last event that was seen, also one of Query.webhookEvents, or Query.webhookEventsCursor; at most 30 days old. Without it the stream begins now.',
    })
    after: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<LogReader<LoggedEvent>> {
    const selection = this.select(context, filter);
    if (after == null) {
      const head = Number((await findEnd(context.database)).head);
      return new LogReader(selection, head, head);
    }
    const { head, position, capturedAt } = await this.events.placeOf(context, { argument: 'after', cursor: after });
    expectYoung(context, capturedAt);
    return new LogReader(selection, position, head);
  }

  private select(context: RequestContext, filter: WebhookEventFilter | null | undefined): LogSelection<LoggedEvent> {
    const owner = principalOf(context).partnerId;
    const filters = filterValues(filter);
    return {
      tail: this.tail,
      owner,
      matches: (row) => passesFilter(filters, row),
      async readPage(position, size) {
        const window = { backward: false, size, after: [String(position)], before: undefined };
        const page = (await eventsOfPartner.pages(context.database, [owner], window, filters)).get(owner);
        return { rows: page?.rows.map(loggedEvent) ?? [], more: page?.more ?? false };
      },
      show: (row) => this.events.log.node(context, row),
    };
  }
}

/** @throws GraphQLError CURSOR_EXPIRED */
function expectYoung({ clock }: RequestContext, capturedAt: string | null): void {
  const oldest = clock.now().getTime() - CURSOR_LIFETIME_MS;
  if (capturedAt === null || instantOf(capturedAt).getTime() < oldest) throw cursorExpired('after');
}
