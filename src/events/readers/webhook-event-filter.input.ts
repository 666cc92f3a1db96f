import { Field, InputType } from 'type-graphql';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';

@InputType({ description: 'Which events: all given fields must match; an absent or empty list matches all.' })
export class WebhookEventFilter {
  @Field(() => [EventName], { nullable: true, description: 'Only events of these names.' })
  readonly eventNames?: EventName[] | null;

  @Field(() => [EventContext], { nullable: true, description: 'Only events of these contexts.' })
  readonly contexts?: EventContext[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Only events with these names in the body, such as PIX_REFUND_WAS_RECEIVED, including OTHER events: at most 100, each of 1 to 150 characters.',
  })
  readonly rawNames?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Only events with these contexts in the body, such as Pix, including OTHER events: at most 100, each of 1 to 100 characters.',
  })
  readonly rawContexts?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only events with these values of `entityId`: at most 100, each of 1 to 100 characters.',
  })
  readonly entityIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Only events of these payment account numbers and their pockets: at most 100, each of 1 to 100 characters.',
  })
  readonly accountNumbers?: string[] | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Only events with this `occurredAt` or a later one.',
  })
  readonly since?: string | null;
}
