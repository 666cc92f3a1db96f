import { Field, InputType } from 'type-graphql';
import { EventContext, EventName } from '../kernel/domain-event.ts';
import { DateTimeScalar } from '../platform/graphql/vocabulary/scalars.ts';

@InputType({ description: 'Which events: each field given is to hold; an absent or empty list asks for all.' })
export class WebhookEventFilter {
  @Field(() => [EventName], { nullable: true, description: 'Only events of these names.' })
  readonly eventNames?: EventName[] | null;

  @Field(() => [EventContext], { nullable: true, description: 'Only events of these contexts.' })
  readonly contexts?: EventContext[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only events that the body names so, such as PIX_REFUND_WAS_RECEIVED, also where they are OTHER.',
  })
  readonly rawNames?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only events of contexts that the body spells so, such as Pix, also where they are OTHER.',
  })
  readonly rawContexts?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only events about these, as `entityId` has them: at most 100 of 1 to 100 characters.',
  })
  readonly entityIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Only events of payment accounts of these numbers, and of their pockets: at most 100 of 1 to 100 characters.',
  })
  readonly accountNumbers?: string[] | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Only events that occurred then or later, by `occurredAt`.',
  })
  readonly since?: string | null;
}
