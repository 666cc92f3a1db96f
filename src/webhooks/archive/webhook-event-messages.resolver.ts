import { Args, Ctx, Extensions, FieldResolver, Resolver, Root } from 'type-graphql';
import { WebhookEventType } from '../../events/readers/webhook-event.type.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { messagesOfEventLoader } from './webhook-message.loader.ts';
import { MESSAGES_OF_EVENT_MAX, messagesOfEvent, type WebhookMessageRow } from './webhook-message.rows.ts';
import { WebhookMessageConnectionType, WebhookMessageType } from './webhook-message.type.ts';

const messages = new PagedList<WebhookMessageRow, WebhookMessageType>({
  ordering: 'eventMessages',
  keyset: messagesOfEvent,
  keyOf: (row) => [row.sentDate, row.id],
  toNode: (row) => new WebhookMessageType(row),
});

@Resolver(() => WebhookEventType)
export class WebhookEventMessagesResolver {
  @Extensions({ items: MESSAGES_OF_EVENT_MAX })
  @FieldResolver(() => [WebhookMessageType], {
    description: `The webhook messages of this event that were attempted or are held, newest first, at most ${MESSAGES_OF_EVENT_MAX}, and costs as much as that many items. \`messageConnection\` lists all of them in pages.`,
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
