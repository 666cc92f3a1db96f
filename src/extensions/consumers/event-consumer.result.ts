import { createUnionType, Field, Int, ObjectType } from 'type-graphql';
import { WebhookEventType } from '../../events/readers/webhook-event.type.ts';
import { errorTypesOf, InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { consumerRefusals } from './consumer.errors.ts';
import { EventConsumerType } from './event-consumer.type.ts';

const errorTypeOf = errorTypesOf(consumerRefusals);

const NotFoundErrorType = errorTypeOf('CONSUMER_NOT_FOUND');
const AlreadyExistsErrorType = errorTypeOf('CONSUMER_ALREADY_EXISTS');
const LeaseLostErrorType = errorTypeOf('CONSUMER_LEASE_LOST');
const BusyErrorType = errorTypeOf('CONSUMER_BUSY', {
  leasedUntil: { type: () => DateTimeScalar, description: 'When that lease expires, unless it is renewed.' },
});
const PlaceExpiredErrorType = errorTypeOf('CONSUMER_PLACE_EXPIRED', {
  oldestSequence: { type: () => String, description: '`sequence` of the oldest stored event.' },
});
const MaximumReachedErrorType = errorTypeOf('MAXIMUM_CONSUMERS_COUNT_REACHED', {
  limit: { type: () => Int, description: 'Maximum number per partner.' },
});

const CONSUMER = 'Current state of the consumer.';

@ObjectType('CreateConsumerSuccess', { description: 'The consumer was created, and is free.', simpleResolvers: true })
export class CreateConsumerSuccessType {
  @Field(() => EventConsumerType, { description: CONSUMER })
  readonly consumer: EventConsumerType;

  constructor(consumer: EventConsumerType) {
    this.consumer = consumer;
  }
}

@ObjectType('SeekConsumerSuccess', {
  description: 'The consumer was moved, and is free.',
  simpleResolvers: true,
})
export class SeekConsumerSuccessType {
  @Field(() => EventConsumerType, { description: CONSUMER })
  readonly consumer: EventConsumerType;

  constructor(consumer: EventConsumerType) {
    this.consumer = consumer;
  }
}

@ObjectType('DeleteConsumerSuccess', { description: 'The consumer was deleted.', simpleResolvers: true })
export class DeleteConsumerSuccessType {
  @Field(() => String, { description: 'Name of what was deleted.' })
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

@ObjectType('NextEventsSuccess', { description: 'The worker holds the lease.', simpleResolvers: true })
export class NextEventsSuccessType {
  @Field(() => [WebhookEventType], {
    description:
      'Events after its position, oldest first, the same until they are acknowledged; empty if there are none.',
  })
  readonly events: readonly WebhookEventType[];

  @Field(() => EventConsumerType, { description: CONSUMER })
  readonly consumer: EventConsumerType;

  constructor(events: readonly WebhookEventType[], consumer: EventConsumerType) {
    this.events = events;
    this.consumer = consumer;
  }
}

@ObjectType('AckEventsSuccess', { description: 'The events were acknowledged.', simpleResolvers: true })
export class AckEventsSuccessType {
  @Field(() => EventConsumerType, { description: CONSUMER })
  readonly consumer: EventConsumerType;

  constructor(consumer: EventConsumerType) {
    this.consumer = consumer;
  }
}

export const CreateConsumerResult = createUnionType({
  name: 'CreateConsumerResult',
  description: 'The consumer, or an error.',
  types: () => [CreateConsumerSuccessType, InvalidInputErrorType, AlreadyExistsErrorType, MaximumReachedErrorType],
});

export const SeekConsumerResult = createUnionType({
  name: 'SeekConsumerResult',
  description: 'The consumer at its new position, or an error.',
  types: () => [SeekConsumerSuccessType, InvalidInputErrorType, NotFoundErrorType],
});

export const DeleteConsumerResult = createUnionType({
  name: 'DeleteConsumerResult',
  description: 'What was deleted, or an error.',
  types: () => [DeleteConsumerSuccessType, NotFoundErrorType],
});

export const NextEventsResult = createUnionType({
  name: 'NextEventsResult',
  description: 'The next events of a consumer, or an error.',
  types: () => [NextEventsSuccessType, InvalidInputErrorType, NotFoundErrorType, BusyErrorType, PlaceExpiredErrorType],
});

export const AckEventsResult = createUnionType({
  name: 'AckEventsResult',
  description: 'The consumer at its new position, or an error.',
  types: () => [AckEventsSuccessType, InvalidInputErrorType, NotFoundErrorType, LeaseLostErrorType],
});
