import { Field, InputType } from 'type-graphql';
import { EventContext, EventName } from '../kernel/domain-event.ts';

@InputType({ description: 'Which events; an absent or empty list asks for all.' })
export class WebhookEventFilter {
  @Field(() => [EventName], { nullable: true, description: 'Only events of these names.' })
  readonly eventNames?: EventName[] | null;

  @Field(() => [EventContext], { nullable: true, description: 'Only events of these contexts.' })
  readonly contexts?: EventContext[] | null;
}
