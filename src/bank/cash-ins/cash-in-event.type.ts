import { ObjectType } from 'type-graphql';
import { WebhookEventType } from '../../events/webhook-event.type.ts';

@ObjectType('PixCashInWasReceivedEvent', {
  description: 'An instant payment came in.',
  implements: WebhookEventType,
  simpleResolvers: true,
})
export class PixCashInWasReceivedEventType extends WebhookEventType {}

@ObjectType('PixCashInWasClearedEvent', {
  description: 'An instant payment that came in was cleared.',
  implements: WebhookEventType,
  simpleResolvers: true,
})
export class PixCashInWasClearedEventType extends WebhookEventType {}

@ObjectType('TedCashInWasClearedEvent', {
  description: 'A bank transfer that came in was cleared.',
  implements: WebhookEventType,
  simpleResolvers: true,
})
export class TedCashInWasClearedEventType extends WebhookEventType {}
