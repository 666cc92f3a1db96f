import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { WebhookEventType } from '../events/webhook-event.type.ts';
import type { RequestContext } from '../platform/graphql/request-context.ts';
import { messagesOfEventLoader } from './webhook-message.loader.ts';
import { WebhookMessageType } from './webhook-message.type.ts';

@Resolver(() => WebhookEventType)
export class WebhookEventMessagesResolver {
  @FieldResolver(() => [WebhookMessageType], {
    description: 'The messages that tell of it, once they were tried or are held; the newest first.',
  })
  messages(@Root() event: WebhookEventType, @Ctx() context: RequestContext): Promise<WebhookMessageType[]> {
    return messagesOfEventLoader(context).load(event.position);
  }
}
