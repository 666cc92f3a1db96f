import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import type { EventName } from '../kernel/domain-event.ts';
import { RequiresScopes } from '../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../platform/auth/scope.ts';
import { connectionOf } from '../platform/graphql/connection.type.ts';
import { PageArgs } from '../platform/graphql/page.args.ts';
import { PagedList } from '../platform/graphql/paged-list.ts';
import { principalOf, type RequestContext } from '../platform/graphql/request-context.ts';
import { WebhookEventFilter } from './webhook-event-filter.input.ts';
import { eventsOfPartner, type WebhookEventRow } from './webhook-event.rows.ts';
import { WebhookEventType } from './webhook-event.type.ts';

const WebhookEventConnectionType = connectionOf('WebhookEvent', () => WebhookEventType, 'events');

/** The type of each event name, made by the capability that the event belongs to. */
export type WebhookEventTypes = ReadonlyMap<
  EventName,
  new (row: WebhookEventRow, encodeCursor: () => string) => WebhookEventType
>;

@Resolver()
export class WebhookEventResolver {
  private readonly events: PagedList<WebhookEventRow, WebhookEventType>;

  constructor(types: WebhookEventTypes) {
    this.events = new PagedList({
      ordering: 'webhookEvents',
      keyset: eventsOfPartner,
      keyOf: (row) => [String(row.position)],
      toNode: (row, encodeCursor) => {
        const Type = types.get(row.name);
        if (Type === undefined) throw new Error(`No type is registered for the event ${row.name}.`);
        return new Type(row, encodeCursor);
      },
      // Positions never change: a cursor of the log serves under every filter, and where a subscription goes on.
      cursorsOutliveFilters: true,
    });
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Query(() => WebhookEventConnectionType, { description: "The log of the partner's events, oldest first." })
  async webhookEvents(
    @Arg('filter', () => WebhookEventFilter, { nullable: true, description: 'Which events.' })
    filter: WebhookEventFilter | null,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof WebhookEventConnectionType>> {
    const filters = [listOrNull(filter?.eventNames), listOrNull(filter?.contexts)];
    const owner = principalOf(context).partnerId;
    return new WebhookEventConnectionType(await this.events.page(context, { owner, args, filters }));
  }
}

function listOrNull(names: readonly string[] | null | undefined): readonly string[] | null {
  return names == null || names.length === 0 ? null : names;
}
