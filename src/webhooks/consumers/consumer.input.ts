import { ArgsType, Field, InputType, Int, registerEnumType } from 'type-graphql';
import { WebhookEventFilter } from '../../events/webhook-event-filter.input.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { ConsumerStart } from './consumer-start.enum.ts';

registerEnumType(ConsumerStart, {
  name: 'ConsumerStart',
  description: 'Where a consumer begins.',
  valuesConfig: {
    NOW: { description: 'With what happens from now on.' },
    OLDEST: { description: 'With the oldest event that is kept.' },
  },
});

const NAME = '1 to 50 of a-z, 0-9 and hyphens, of which the first is none.';
const WORKER = 'Who asks, 1 to 64 visible ASCII characters; as many workers as you like take turns.';

@InputType({ description: 'A consumer to be made.' })
export class CreateConsumerInput {
  @Field(() => String, { description: `Name of the consumer, ${NAME}` })
  readonly name!: string;

  @Field(() => WebhookEventFilter, { nullable: true, description: 'Which events it is given; absent: all.' })
  readonly filter?: WebhookEventFilter | null;

  @Field(() => ConsumerStart, {
    nullable: true,
    description: 'Where it begins; NOW when neither this nor after is given. Not together with after.',
  })
  readonly from?: ConsumerStart | null;

  @Field(() => String, { nullable: true, description: 'It begins after this cursor of the log.' })
  readonly after?: string | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 60,
    description: 'How long a worker holds it that does not ask again, 10 to 600 seconds.',
  })
  readonly leaseSeconds?: number | null;
}

@ArgsType()
export class SeekConsumerArgs {
  @Field(() => String, { description: 'Name of the consumer.' })
  readonly name!: string;

  @Field(() => ConsumerStart, { nullable: true, description: 'To the oldest event, or to what happens from now on.' })
  readonly to?: ConsumerStart | null;

  @Field(() => String, { nullable: true, description: 'To what comes after this cursor of the log.' })
  readonly after?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'To the first event that occurred then or later.' })
  readonly since?: string | null;
}

@ArgsType()
export class NextEventsArgs {
  @Field(() => String, { description: 'Name of the consumer.' })
  readonly consumer!: string;

  @Field(() => String, { description: WORKER })
  readonly worker!: string;

  @Field(() => Int, { defaultValue: 100, description: 'How many events at most, 1 to 100.' })
  readonly max!: number;

  @Field(() => Int, {
    defaultValue: 0,
    description:
      'How long to wait for the first event where there is none, 0 to 25 seconds, in an operation without other root fields. A request that waits counts as a socket.',
  })
  readonly wait!: number;
}

@ArgsType()
export class AckEventsArgs {
  @Field(() => String, { description: 'Name of the consumer.' })
  readonly consumer!: string;

  @Field(() => String, { description: 'Who holds it, as in nextEvents or the subscription.' })
  readonly worker!: string;

  @Field(() => String, {
    description: '`cursor` or `sequence` of the last event that was handled: all up to there are acked.',
  })
  readonly through!: string;
}
