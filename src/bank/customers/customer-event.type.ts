import { ObjectType } from 'type-graphql';
import { WebhookEventType } from '../../events/webhook-event.type.ts';

@ObjectType('CustomerWasReceivedEvent', {
  description: 'The registration of a customer was received.',
  implements: WebhookEventType,
  simpleResolvers: true,
})
export class CustomerWasReceivedEventType extends WebhookEventType {}

@ObjectType('CustomerWasApprovedEvent', {
  description: 'A customer was approved.',
  implements: WebhookEventType,
  simpleResolvers: true,
})
export class CustomerWasApprovedEventType extends WebhookEventType {}

@ObjectType('CustomerWasReprovedEvent', {
  description: 'A customer was rejected.',
  implements: WebhookEventType,
  simpleResolvers: true,
})
export class CustomerWasReprovedEventType extends WebhookEventType {}
