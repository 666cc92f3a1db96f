import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Info, Resolver } from 'type-graphql';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import { cursorExpired } from '../../platform/graphql/errors/client-error.ts';
import { LiveSubscription } from '../../platform/graphql/vocabulary/live-subscription.decorator.ts';
import { beginningOf, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { LogReader, type LogSelection } from '../../platform/log/log-reader.ts';
import { CURSOR_LIFETIME_MS, findEnd } from './cursor-position.loader.ts';
import type { NamedSource } from './webhook-events.args.ts';
import { passesFilter } from './passes-filter.ts';
import { filterValues } from './webhook-event-filter.args.ts';
import type { WebhookEventFilter } from './webhook-event-filter.input.ts';
import { loggedEvent, type EventTail, type LoggedEvent } from './webhook-event-tail.ts';
import { eventsOfPartner } from './webhook-event.rows.ts';
import { WebhookEventType } from './webhook-event.type.ts';
import { LiveEventsArgs } from './webhook-events.args.ts';
import type { WebhookEvents } from './webhook-events.loader.ts';

interface LiveEventNeeds {
  readonly webhookEvents: WebhookEvents;
  readonly eventTail: EventTail;
  readonly namedSource: NamedSource;
}

@Resolver()
export class WebhookEventsSubscription {
  private readonly needs: LiveEventNeeds;

  constructor(needs: LiveEventNeeds) {
    this.needs = needs;
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @LiveSubscription(() => WebhookEventType, {
    description:
      "The partner's events as they occur, each once and in the order of the log. With after, earlier events since that cursor come first.",
  })
  async webhookEvents(
    @Args(() => LiveEventsArgs) args: LiveEventsArgs,
    @Ctx() context: RequestContext,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<LogReader<LoggedEvent>> {
    const select = (wanted: WebhookEventFilter) => this.select(context, wanted);
    const named = this.needs.namedSource(args, { context, schema, select });
    if (named !== undefined) return named;
    const { filter, after } = args;
    const selection = this.select(context, filter);
    const cursor = context.transport.lastEventId ?? after;
    if (cursor == null) return new LogReader(selection, await findEnd(context));
    const given = { argument: beginningOf(context), cursor };
    const start = await this.needs.webhookEvents.positionOf(context, given);
    expectYoung(context, start.capturedAt);
    return new LogReader(selection, start);
  }

  private select(context: RequestContext, filter: WebhookEventFilter | null | undefined): LogSelection<LoggedEvent> {
    const owner = principalOf(context).partnerId;
    const filters = filterValues(filter);
    const { webhookEvents, eventTail } = this.needs;
    return {
      tail: eventTail,
      owner,
      matches: (row) => passesFilter(filters, row),
      async readPage(position, size) {
        const window = { backward: false, size, after: [String(position)], before: undefined };
        const page = (await eventsOfPartner.pages(context.database, [owner], window, filters)).get(owner);
        return { rows: page?.rows.map(loggedEvent) ?? [], more: page?.more ?? false };
      },
      show: (row) => webhookEvents.log.node(context, row),
      cursorOf: (row) => webhookEvents.cursorOf(context, row),
      cursorAt: (position) => webhookEvents.cursorAt(context, position),
    };
  }
}

/** @throws GraphQLError CURSOR_EXPIRED */
function expectYoung(context: RequestContext, capturedAt: string | null): void {
  const oldest = context.clock.now().getTime() - CURSOR_LIFETIME_MS;
  if (capturedAt === null || instantOf(capturedAt).getTime() < oldest) throw cursorExpired(beginningOf(context));
}
