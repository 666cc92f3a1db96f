import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { RequiresScopes } from '../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../platform/auth/scope.ts';
import { connectionOf } from '../platform/graphql/paging/connection.type.ts';
import { PageArgs } from '../platform/graphql/paging/page.args.ts';
import { principalOf, type RequestContext } from '../platform/graphql/operations/request-context.ts';
import { filterValues, WebhookEventFilter } from './webhook-event-filter.input.ts';
import { WebhookEventType } from './webhook-event.type.ts';
import type { WebhookEvents } from './webhook-events.loader.ts';

const WebhookEventConnectionType = connectionOf('WebhookEvent', () => WebhookEventType, 'events');

@Resolver()
export class WebhookEventResolver {
  private readonly events: WebhookEvents;

  constructor(events: WebhookEvents) {
    this.events = events;
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Query(() => WebhookEventConnectionType, { description: "The log of the partner's events, oldest first." })
  async webhookEvents(
    @Arg('filter', () => WebhookEventFilter, {
      nullable: true,
      description: 'Only events of these names or contexts; absent: all.',
    })
    filter: WebhookEventFilter | null,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof WebhookEventConnectionType>> {
    const owner = principalOf(context).partnerId;
    return new WebhookEventConnectionType(
      await this.events.log.page(context, { owner, args, filters: filterValues(filter) }),
    );
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Query(() => String, {
    description:
      'Cursor of where the log ends now: all that happens later lies behind it. A subscription that begins after it loses nothing between its first connect and its first event, also when there was no event before.',
  })
  webhookEventsCursor(@Ctx() context: RequestContext): Promise<string> {
    return this.events.endCursor(context);
  }
}
