import { ArgsType, Field } from 'type-graphql';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { WebhookMessageState } from '../archive/webhook-message.enum.ts';

const deprecationReason = 'Use filter.';

/** Arguments from before there was a filter. */
@ArgsType()
export class DeprecatedChangeArgs {
  @Field(() => WebhookMessageState, {
    nullable: true,
    deprecationReason,
    description: 'Only messages in this state.',
  })
  readonly state?: WebhookMessageState | null;

  @Field(() => EventName, { nullable: true, deprecationReason, description: 'Only messages of this event.' })
  readonly eventName?: EventName | null;

  @Field(() => EventContext, {
    nullable: true,
    deprecationReason,
    description: 'Only messages of events in this context.',
  })
  readonly context?: EventContext | null;
}
