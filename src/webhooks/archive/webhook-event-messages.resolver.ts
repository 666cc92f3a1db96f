import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { WebhookEventType } from '../../events/readers/webhook-event.type.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { messagesOfEventLoader } from './webhook-message.loader.ts';
import { messagesOfEvent, type WebhookMessageRow } from './webhook-message.rows.ts';
import { WebhookMessageConnectionType, WebhookMessageType } from './webhook-message.type.ts';

const messages = new PagedList<WebhookMessageRow, WebhookMessageType>({
  ordering: 'eventMessages',
  keyset: messagesOfEvent,
  keyOf: (row) => [row.sentDate, row.id],
  toNode: (row) => new WebhookMessageType(row),
});

@Resolver(() => WebhookEventType)
export class WebhookEventMessagesResolver {
  @FieldResolver(() => [WebhookMessageType], {
    description:
      'The webhook messages of this event that were attempted or are held, newest first, at most 100. Costs as much as ten items. If the selected events have far more messages, the query is refused: use `messageConnection`.',
  })
  messages(@Root() event: WebhookEventType, @Ctx() context: RequestContext): Promise<WebhookMessageType[]> {
    return messagesOfEventLoader(context).load(event.position);
  }

  @FieldResolver(() => WebhookMessageConnectionType, {
    description: 'All webhook messages of this event that were attempted or are held, newest first.',
  })
  async messageConnection(
    @Root() event: WebhookEventType,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof WebhookMessageConnectionType>> {
    const filters = [principalOf(context).partnerId];
    return new WebhookMessageConnectionType(await messages.page(context, { owner: event.position, args, filters }));
  }
}
