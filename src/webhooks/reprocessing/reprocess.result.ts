import { createUnionType, Field, ID, Int, ObjectType } from 'type-graphql';
import { InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { ConfigurationNotFoundErrorType } from '../configurations/webhook-configuration.result.ts';
import { WebhookMessageType } from '../archive/webhook-message.type.ts';
import type { Reprocessed } from './reprocess-webhook-messages.ts';
import { ReprocessingType } from './reprocessing.type.ts';
import type { ReprocessingStarted } from './reprocess-webhook-messages-by-filter.ts';

@ObjectType('RefusedReprocess', { description: 'A message that is not sent again.', simpleResolvers: true })
class RefusedReprocessType {
  @Field(() => ID, { description: 'The id or idempotency key that was given.' })
  readonly id: string;

  @Field(() => String, { description: 'Why it is not sent again, in a sentence for a person.' })
  readonly reason: string;

  constructor(id: string, reason: string) {
    this.id = id;
    this.reason = reason;
  }
}

@ObjectType('ReprocessWebhookMessagesSuccess', {
  description: 'What becomes of each message that was asked for.',
  simpleResolvers: true,
})
export class ReprocessWebhookMessagesSuccessType {
  @Field(() => [WebhookMessageType], {
    description: 'Messages that are sent again, under their ids and idempotency keys; each one once.',
  })
  readonly accepted: readonly WebhookMessageType[];

  @Field(() => [RefusedReprocessType], { description: 'Messages that are not, and why.' })
  readonly refused: readonly RefusedReprocessType[];

  constructor(accepted: readonly WebhookMessageType[], { refused }: Reprocessed) {
    this.accepted = accepted;
    this.refused = refused.map(({ id, reason }) => new RefusedReprocessType(id, reason));
  }
}

@ObjectType('ReprocessWebhookMessagesByFilterSuccess', {
  description: 'How many messages the filter finds, and the work that sends them again.',
  simpleResolvers: true,
})
export class ReprocessWebhookMessagesByFilterSuccessType {
  @Field(() => Int, { description: 'How many messages can be sent again under the filter.' })
  readonly matched: number;

  @Field(() => ReprocessingType, { nullable: true, description: 'The work in the background; null on a dry run.' })
  readonly reprocessing: ReprocessingType | null;

  constructor({ matched, reprocessing }: ReprocessingStarted) {
    this.matched = matched;
    this.reprocessing = reprocessing && new ReprocessingType(reprocessing);
  }
}

@ObjectType('ReprocessWebhookMessagesByRangeSuccess', {
  description: 'How many messages lie in the range, and the work that sends them again.',
  simpleResolvers: true,
})
export class ReprocessWebhookMessagesByRangeSuccessType {
  @Field(() => Int, {
    description: 'How many messages of the range can be sent again; those on HOLD go by themselves.',
  })
  readonly matched: number;

  @Field(() => ReprocessingType, { nullable: true, description: 'The work in the background; null on a dry run.' })
  readonly reprocessing: ReprocessingType | null;

  constructor({ matched, reprocessing }: ReprocessingStarted) {
    this.matched = matched;
    this.reprocessing = reprocessing && new ReprocessingType(reprocessing);
  }
}

export const ReprocessWebhookMessagesResult = createUnionType({
  name: 'ReprocessWebhookMessagesResult',
  description: 'What becomes of each message, or why nothing was looked at.',
  types: () => [ReprocessWebhookMessagesSuccessType, InvalidInputErrorType],
});

export const ReprocessWebhookMessagesByFilterResult = createUnionType({
  name: 'ReprocessWebhookMessagesByFilterResult',
  description: 'How many messages there are and what sends them again, or why nothing is.',
  types: () => [ReprocessWebhookMessagesByFilterSuccessType, InvalidInputErrorType],
});

export const ReprocessWebhookMessagesByRangeResult = createUnionType({
  name: 'ReprocessWebhookMessagesByRangeResult',
  description: 'How many messages there are and what sends them again, or why nothing is.',
  types: () => [ReprocessWebhookMessagesByRangeSuccessType, InvalidInputErrorType, ConfigurationNotFoundErrorType],
});
