import { ObjectType } from 'type-graphql';
import { WebhookEventType } from '../../events/webhook-event.type.ts';

@ObjectType('PocketAccountWasCreatedEvent', {
  description: 'A pocket account was created.',
  implements: WebhookEventType,
  simpleResolvers: true,
})
export class PocketAccountWasCreatedEventType extends WebhookEventType {}
