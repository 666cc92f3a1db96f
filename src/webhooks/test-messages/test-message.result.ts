import { createUnionType, Field, ObjectType } from 'type-graphql';
import { InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { WebhookAttemptType } from '../archive/webhook-attempt.type.ts';
import { ConfigurationNotFoundErrorType } from '../configurations/webhook-configuration.result.ts';
import type { SentCall } from '../deliveries/send-webhook.ts';

@ObjectType('PingWebhookConfigurationSuccess', {
  description: 'The test message was sent; see the attempt for the result.',
  simpleResolvers: true,
})
export class PingWebhookConfigurationSuccessType {
  @Field(() => WebhookAttemptType, { description: 'The attempt, with its result.' })
  readonly attempt: WebhookAttemptType;

  constructor(call: SentCall) {
    this.attempt = attemptOf(call);
  }
}

@ObjectType('SendSampleEventSuccess', {
  description: 'The sample was sent; see the attempt for the result.',
  simpleResolvers: true,
})
export class SendSampleEventSuccessType {
  @Field(() => WebhookAttemptType, { description: 'The attempt, with its result.' })
  readonly attempt: WebhookAttemptType;

  constructor(call: SentCall) {
    this.attempt = attemptOf(call);
  }
}

function attemptOf({ at, httpStatus, failure, elapsedMicroseconds }: SentCall): WebhookAttemptType {
  return new WebhookAttemptType({ at, httpStatus, error: failure, elapsedHttpCallUs: elapsedMicroseconds });
}

export const SendSampleEventResult = createUnionType({
  name: 'SendSampleEventResult',
  description: 'The result of the attempt, or an error.',
  types: () => [SendSampleEventSuccessType, InvalidInputErrorType, ConfigurationNotFoundErrorType],
});

export const PingWebhookConfigurationResult = createUnionType({
  name: 'PingWebhookConfigurationResult',
  description: 'The result of the attempt, or an error.',
  types: () => [PingWebhookConfigurationSuccessType, ConfigurationNotFoundErrorType],
});
