import { Arg, Args, Ctx, Extensions, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { isUuid } from '../../kernel/uuid.ts';
import { WebhookEventType } from '../../events/readers/webhook-event.type.ts';
import type { WebhookEvents } from '../../events/readers/webhook-events.loader.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { NodeSource } from '../../platform/graphql/vocabulary/node.resolver.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import type { ShownPages } from '../../platform/graphql/paging/page-reading.ts';
import { ArgTimeOrder, type TimeOrder } from '../../platform/graphql/paging/time-order.enum.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { webhookConfigurationLoader } from '../configurations/webhook-configuration.loader.ts';
import { WebhookConfigurationType } from '../configurations/webhook-configuration.type.ts';
import { WebhookAttemptType } from './webhook-attempt.type.ts';
import { searchGiven, WebhookMessageFilter } from './webhook-message-filter.input.ts';
import { findMessages, webhookAttemptsLoader, webhookMessageLoader } from './webhook-message.loader.ts';
import { messagePages } from './webhook-message-pages.loader.ts';
import { searchFilters } from './webhook-message.rows.ts';
import { WebhookMessageConnectionType, WebhookMessageType } from './webhook-message.type.ts';

export const webhookMessageNodes: NodeSource = { scope: Scope.WEBHOOK_READ, find: findMessages };

@Resolver(() => WebhookMessageType)
export class WebhookMessageResolver {
  private readonly events: WebhookEvents;

  constructor(events: WebhookEvents) {
    this.events = events;
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Extensions({ pages: { list: messagePages } satisfies ShownPages })
  @Query(() => WebhookMessageConnectionType, {
    description: 'Webhook messages of the partner that were attempted or are held.',
  })
  async webhookMessages(
    @Arg('filter', () => WebhookMessageFilter, { description: 'Which messages: a period, and further conditions.' })
    filter: WebhookMessageFilter,
    @ArgTimeOrder('By `sentDate`.') orderBy: TimeOrder,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof WebhookMessageConnectionType>> {
    const owner = principalOf(context).partnerId;
    const filters = searchFilters(searchGiven(filter, context.clock.now()));
    return new WebhookMessageConnectionType(await messagePages.page(context, { owner, args, orderBy, filters }));
  }

  @RequiresScopes(Scope.WEBHOOK_READ)
  @Query(() => WebhookMessageType, {
    nullable: true,
    description: 'A webhook message of the partner by its id; null if there is none.',
  })
  webhookMessage(
    @Arg('id', () => ID, { description: 'Id of the message, a UUID.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<WebhookMessageType | null> | null {
    return isUuid(id) ? webhookMessageLoader(context).load(id.toLowerCase()) : null;
  }

  @FieldResolver(() => WebhookConfigurationType, {
    nullable: true,
    description: 'Its configuration; null if that was deleted.',
  })
  configuration(
    @Root() message: WebhookMessageType,
    @Ctx() context: RequestContext,
  ): Promise<WebhookConfigurationType | null> {
    return webhookConfigurationLoader(context).load(message.configurationId);
  }

  @FieldResolver(() => WebhookEventType, { description: 'The event that it delivers.' })
  event(@Root() message: WebhookMessageType, @Ctx() context: RequestContext): Promise<WebhookEventType | undefined> {
    return this.events.at(context, message.eventPosition);
  }

  @FieldResolver(() => String, {
    description: '`sequence` of its event; sent in the `webhook-sequence` header.',
  })
  async sequence(@Root() message: WebhookMessageType, @Ctx() context: RequestContext): Promise<string | undefined> {
    return (await this.events.at(context, message.eventPosition))?.sequence;
  }

  @FieldResolver(() => [WebhookAttemptType], {
    description: 'The last 100 attempts, oldest first; kept for 90 days.',
  })
  attempts(@Root() message: WebhookMessageType, @Ctx() context: RequestContext): Promise<WebhookAttemptType[]> {
    return webhookAttemptsLoader(context).load(message.id);
  }
}
