import { createUnionType, Field, Int, ObjectType } from 'type-graphql';
import { WebhookEventType } from '../../events/webhook-event.type.ts';
import { errorTypesOf, InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { consumerRefusals } from './consumer.errors.ts';
import { EventConsumerType } from './event-consumer.type.ts';

const errorTypeOf = errorTypesOf(consumerRefusals);

const NotFoundErrorType = errorTypeOf('CONSUMER_NOT_FOUND');
const AlreadyExistsErrorType = errorTypeOf('CONSUMER_ALREADY_EXISTS');
const LeaseLostErrorType = errorTypeOf('CONSUMER_LEASE_LOST');
const BusyErrorType = errorTypeOf('CONSUMER_BUSY', {
  leasedUntil: { type: () => DateTimeScalar, description: 'When the lease of the other lapses, unless it is renewed.' },
});
const PlaceExpiredErrorType = errorTypeOf('CONSUMER_PLACE_EXPIRED', {
  oldestSequence: { type: () => String, description: '`sequence` of the oldest event that is kept.' },
});
const MaximumReachedErrorType = errorTypeOf('MAXIMUM_CONSUMERS_COUNT_REACHED', {
  limit: { type: () => Int, description: 'How many a partner may have.' },
});

const CONSUMER = 'The consumer as it is now.';

@ObjectType('CreateConsumerSuccess', { description: 'The consumer exists, and is free.', simpleResolvers: true })
export class CreateConsumerSuccessType {
  @Field(() => EventConsumerType, { description: CONSUMER })
  readonly consumer: EventConsumerType;

  constructor(consumer: EventConsumerType) {
    this.consumer = consumer;
  }
}

@ObjectType('SeekConsumerSuccess', {
  description: 'The consumer stands elsewhere, and is free.',
  simpleResolvers: true,
})
export class SeekConsumerSuccessType {
  @Field(() => EventConsumerType, { description: CONSUMER })
  readonly consumer: EventConsumerType;

  constructor(consumer: EventConsumerType) {
    this.consumer = consumer;
  }
}

@ObjectType('DeleteConsumerSuccess', { description: 'The consumer is gone.', simpleResolvers: true })
export class DeleteConsumerSuccessType {
  @Field(() => String, { description: 'Name of what was deleted.' })
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

@ObjectType('NextEventsSuccess', { description: 'The worker holds the consumer.', simpleResolvers: true })
export class NextEventsSuccessType {
  @Field(() => [WebhookEventType], {
    description: 'What comes after its place, oldest first, the same until it is acked; empty: there is nothing.',
  })
  readonly events: readonly WebhookEventType[];

  @Field(() => EventConsumerType, { description: CONSUMER })
  readonly consumer: EventConsumerType;

  constructor(events: readonly WebhookEventType[], consumer: EventConsumerType) {
    this.events = events;
    this.consumer = consumer;
  }
}

@ObjectType('AckEventsSuccess', { description: 'What was handled is not given again.', simpleResolvers: true })
export class AckEventsSuccessType {
  @Field(() => EventConsumerType, { description: CONSUMER })
  readonly consumer: EventConsumerType;

  constructor(consumer: EventConsumerType) {
    this.consumer = consumer;
  }
}

export const CreateConsumerResult = createUnionType({
  name: 'CreateConsumerResult',
  description: 'The consumer, or why there is none.',
  types: () => [CreateConsumerSuccessType, InvalidInputErrorType, AlreadyExistsErrorType, MaximumReachedErrorType],
});

export const SeekConsumerResult = createUnionType({
  name: 'SeekConsumerResult',
  description: 'The consumer at its new place, or why it stays.',
  types: () => [SeekConsumerSuccessType, InvalidInputErrorType, NotFoundErrorType],
});

export const DeleteConsumerResult = createUnionType({
  name: 'DeleteConsumerResult',
  description: 'What was deleted, or why nothing was.',
  types: () => [DeleteConsumerSuccessType, NotFoundErrorType],
});

export const NextEventsResult = createUnionType({
  name: 'NextEventsResult',
  description: 'The next events of a consumer, or why the worker is given none.',
  types: () => [NextEventsSuccessType, InvalidInputErrorType, NotFoundErrorType, BusyErrorType, PlaceExpiredErrorType],
});

export const AckEventsResult = createUnionType({
  name: 'AckEventsResult',
  description: 'The consumer at its new place, or why nothing was acked.',
  types: () => [AckEventsSuccessType, InvalidInputErrorType, NotFoundErrorType, LeaseLostErrorType],
});
