import { Field, InputType, Int, registerEnumType } from 'type-graphql';
import { WebhookEventFilter } from '../../events/readers/webhook-event-filter.input.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { ConsumerStart } from './consumer-position.value.ts';

registerEnumType(ConsumerStart, {
  name: 'ConsumerStart',
  description: 'Start position of a consumer.',
  valuesConfig: {
    NOW: { description: 'The end of the log: future events only.' },
    OLDEST: { description: 'The oldest stored event.' },
  },
});

const NAME = '1 to 50 characters of a-z, 0-9 and hyphen, not starting with a hyphen.';
const WORKER = 'Name of the worker, 1 to 64 visible ASCII characters; any number of workers can take turns.';

@InputType({ description: 'A consumer to create.' })
export class CreateConsumerInput {
  @Field(() => String, { description: `Name of the consumer, ${NAME}` })
  readonly name!: string;

  @Field(() => WebhookEventFilter, { nullable: true, description: 'Filter of its events; all if absent.' })
  readonly filter?: WebhookEventFilter | null;

  @Field(() => ConsumerStart, {
    nullable: true,
    description: 'Start position; NOW if neither this nor after is given. Not together with after.',
  })
  readonly from?: ConsumerStart | null;

  @Field(() => String, { nullable: true, description: 'Start after this cursor of the log.' })
  readonly after?: string | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 60,
    description: 'Duration of a lease that is not renewed, 10 to 600 seconds.',
  })
  readonly leaseSeconds?: number | null;
}

@InputType({ description: 'Where a consumer moves: one of to, after and since.' })
export class SeekConsumerInput {
  @Field(() => String, { description: 'Name of the consumer.' })
  readonly consumer!: string;

  @Field(() => ConsumerStart, { nullable: true, description: 'To the oldest stored event, or to the end of the log.' })
  readonly to?: ConsumerStart | null;

  @Field(() => String, { nullable: true, description: 'To the events after this cursor of the log.' })
  readonly after?: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'To the first event that occurred at this time or later.',
  })
  readonly since?: string | null;
}

@InputType({ description: 'The consumer whose events a worker takes.' })
export class NextEventsInput {
  @Field(() => String, { description: 'Name of the consumer.' })
  readonly consumer!: string;

  @Field(() => String, { description: WORKER })
  readonly worker!: string;

  @Field(() => Int, { defaultValue: 100, description: 'Maximum number of events, 1 to 100.' })
  readonly max!: number;

  @Field(() => Int, {
    defaultValue: 0,
    description:
      'Seconds to wait for the first event if there is none, 0 to 25; in an operation with no other root field. A waiting request counts as a socket.',
  })
  readonly wait!: number;
}

@InputType({ description: 'The events that a worker has handled.' })
export class AckEventsInput {
  @Field(() => String, { description: 'Name of the consumer.' })
  readonly consumer!: string;

  @Field(() => String, { description: 'Name of the worker, as in nextEvents or the subscription.' })
  readonly worker!: string;

  @Field(() => String, {
    description: '`cursor` or `sequence` of the last handled event: all events up to it are acknowledged.',
  })
  readonly through!: string;
}

@InputType({ description: 'The consumer to delete.' })
export class DeleteConsumerInput {
  @Field(() => String, { description: 'Name of the consumer.' })
  readonly consumer!: string;
}
