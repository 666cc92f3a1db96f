import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { badArgument } from '../../platform/graphql/errors/client-error.ts';
import type { LongPolls } from '../../platform/requests/long-polls.ts';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import type { Page } from '../../platform/graphql/paging/page-content.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { findEnd } from './cursor-position.loader.ts';
import { EventArrival } from './event-arrival.ts';
import { passesFilter } from './passes-filter.ts';
import { filterValues } from './webhook-event-filter.args.ts';
import type { EventTail } from './webhook-event-tail.ts';
import { WebhookEventType } from './webhook-event.type.ts';
import { WebhookEventsArgs } from './webhook-events.args.ts';
import type { WebhookEvents } from './webhook-events.loader.ts';

const WebhookEventConnectionType = connectionOf('WebhookEvent', () => WebhookEventType, 'events');

interface WebhookEventNeeds {
  readonly webhookEvents: WebhookEvents;
  readonly eventTail: EventTail;
  readonly longPolls: LongPolls;
}

@Resolver()
export class WebhookEventResolver {
  private readonly needs: WebhookEventNeeds;

  constructor(needs: WebhookEventNeeds) {
    this.needs = needs;
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Query(() => WebhookEventConnectionType, { description: "The partner's events, oldest first." })
  async webhookEvents(
    @Args(() => WebhookEventsArgs) args: WebhookEventsArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof WebhookEventConnectionType>> {
    const owner = principalOf(context).partnerId;
    const { wait } = args;
    const filters = filterValues(args.filter);
    const read = () => this.needs.webhookEvents.log.page(context, { owner, args, filters });
    if (!wait) return new WebhookEventConnectionType(await read());
    // Without after there is no event to wait for the next of: the oldest are there already.
    if (args.first == null || args.after == null || args.last != null || args.before != null)
      throw badArgument('wait', 'wait requires first and after, and neither last nor before.');
    const matches = passesFilter.bind(undefined, filters);
    const arrival = new EventArrival(this.needs.eventTail, await findEnd(context), { owner, matches });
    const waiting = { wait, arrival };
    return new WebhookEventConnectionType(
      await this.readInTime(context, waiting, read).finally(() => {
        arrival.end();
      }),
    );
  }

  /** Reads a page; if it is empty, waits, and reads it again once an event has arrived. */
  private async readInTime<Node>(
    context: RequestContext,
    { wait, arrival }: { wait: number; arrival: EventArrival },
    read: () => Promise<Page<Node>>,
  ): Promise<Page<Node>> {
    const page = await read();
    if ((await page.nodes()).length > 0) return page;
    return (await this.needs.longPolls.wait(context, wait, arrival)) === 'happened' ? read() : page;
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Query(() => String, {
    description:
      'Cursor of the current end of the log. A subscription that starts after it misses no later event, even if the log was empty.',
  })
  webhookEventsCursor(@Ctx() context: RequestContext): Promise<string> {
    return this.needs.webhookEvents.cursorAt(context, null);
  }
}
