import { createUnionType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { errorTypesOf, InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { ConfigurationNotFoundErrorType } from '../configurations/webhook-configuration.result.ts';
import { WebhookMessageType } from '../archive/webhook-message.type.ts';
import { ReprocessRefusal, type Reprocessed } from './reprocess-webhook-messages.ts';
import { reprocessingRefusals } from './reprocessing.errors.ts';
import { ReprocessingType } from './reprocessing.type.ts';
import type { ReprocessingStarted } from './reprocess-webhook-messages-by-filter.ts';

registerEnumType(ReprocessRefusal, {
  name: 'ReprocessRefusal',
  description: 'Why a message is not sent again.',
  valuesConfig: {
    NOT_FOUND: { description: 'There is no message with this id or idempotency key.' },
    HOLD: { description: 'It is on HOLD: it is sent when the circuit breaker of its configuration closes.' },
    DISABLED: { description: 'Its configuration is DISABLED: enable it first.' },
    DELETED: { description: 'Its configuration was deleted.' },
  },
});

const TooManyReprocessingsErrorType = errorTypesOf(reprocessingRefusals)('TOO_MANY_REPROCESSINGS', {
  limit: { type: () => Int, description: 'Maximum number of unfinished ones per partner.' },
});

@ObjectType('RefusedReprocess', { description: 'A message that is not sent again.', simpleResolvers: true })
class RefusedReprocessType {
  @Field(() => ID, { description: 'The given id or idempotency key.' })
  readonly messageId: string;

  @Field(() => ReprocessRefusal, { description: 'Why it is not sent again.' })
  readonly reason: ReprocessRefusal;

  constructor(messageId: string, reason: ReprocessRefusal) {
    this.messageId = messageId;
    this.reason = reason;
  }
}

@ObjectType('ReprocessWebhookMessagesSuccess', {
  description: 'The outcome for each requested message.',
  simpleResolvers: true,
})
export class ReprocessWebhookMessagesSuccessType {
  @Field(() => [WebhookMessageType], {
    description: 'Messages that are sent again, with unchanged ids and idempotency keys, without repetitions.',
  })
  readonly accepted: readonly WebhookMessageType[];

  @Field(() => [RefusedReprocessType], { description: 'Messages that are not sent again.' })
  readonly refused: readonly RefusedReprocessType[];

  constructor(accepted: readonly WebhookMessageType[], { refused }: Reprocessed) {
    this.accepted = accepted;
    this.refused = refused.map(({ id, reason }) => new RefusedReprocessType(id, reason));
  }
}

@ObjectType('ReprocessWebhookMessagesByFilterSuccess', {
  description: 'The number of messages that match, and the job that sends them again.',
  simpleResolvers: true,
})
export class ReprocessWebhookMessagesByFilterSuccessType {
  @Field(() => Int, {
    description:
      'Number of matching messages, without those on HOLD: all of whole days, states, configurations, names and contexts, otherwise at most 100,000. Those of a configuration that is DISABLED or deleted are counted, but not sent: `WebhookReprocessing.refused` says how many.',
  })
  readonly matched: number;

  @Field(() => ReprocessingType, { nullable: true, description: 'The background job; null on a dry run.' })
  readonly reprocessing: ReprocessingType | null;

  constructor({ matched, reprocessing }: ReprocessingStarted) {
    this.matched = matched;
    this.reprocessing = reprocessing && new ReprocessingType(reprocessing);
  }
}

@ObjectType('ReprocessWebhookMessagesByRangeSuccess', {
  description: 'The number of messages in the range, and the job that sends them again.',
  simpleResolvers: true,
})
export class ReprocessWebhookMessagesByRangeSuccessType {
  @Field(() => Int, {
    description:
      'Number of messages of the range, without those on HOLD, which are sent automatically. If the configuration is DISABLED, they are counted, but none is sent: enable it first.',
  })
  readonly matched: number;

  @Field(() => ReprocessingType, { nullable: true, description: 'The background job; null on a dry run.' })
  readonly reprocessing: ReprocessingType | null;

  constructor({ matched, reprocessing }: ReprocessingStarted) {
    this.matched = matched;
    this.reprocessing = reprocessing && new ReprocessingType(reprocessing);
  }
}

export const ReprocessWebhookMessagesResult = createUnionType({
  name: 'ReprocessWebhookMessagesResult',
  description: 'The outcome for each message, or an error.',
  types: () => [ReprocessWebhookMessagesSuccessType, InvalidInputErrorType],
});

export const ReprocessWebhookMessagesByFilterResult = createUnionType({
  name: 'ReprocessWebhookMessagesByFilterResult',
  description: 'The number of messages and the job that sends them again, or an error.',
  types: () => [ReprocessWebhookMessagesByFilterSuccessType, InvalidInputErrorType, TooManyReprocessingsErrorType],
});

export const ReprocessWebhookMessagesByRangeResult = createUnionType({
  name: 'ReprocessWebhookMessagesByRangeResult',
  description: 'The number of messages and the job that sends them again, or an error.',
  types: () => [
    ReprocessWebhookMessagesByRangeSuccessType,
    InvalidInputErrorType,
    ConfigurationNotFoundErrorType,
    TooManyReprocessingsErrorType,
  ],
});
