import { Field, ID, InputType } from 'type-graphql';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { WebhookMessageState } from '../archive/webhook-message.enum.ts';

@InputType({ description: 'Which changes of messages: all given fields must match.' })
export class WebhookMessageChangeFilter {
  @Field(() => WebhookMessageState, { nullable: true, description: 'Only messages in this state.' })
  readonly state?: WebhookMessageState | null;

  @Field(() => EventName, { nullable: true, description: 'Only messages of this event.' })
  readonly eventName?: EventName | null;

  @Field(() => EventContext, { nullable: true, description: 'Only messages of events in this context.' })
  readonly context?: EventContext | null;

  @Field(() => ID, { nullable: true, description: 'Only messages of this configuration.' })
  readonly configurationId?: string | null;
}

type Wanted = Pick<WebhookMessageChangeFilter, 'state' | 'eventName' | 'context' | 'configurationId'>;

/** Checks whether a message passes a filter. */
export function passesFilter(
  { state, eventName, context, configurationId }: Wanted,
  message: Required<Wanted>,
): boolean {
  return (
    (state ?? message.state) === message.state &&
    (eventName ?? message.eventName) === message.eventName &&
    (context ?? message.context) === message.context &&
    (configurationId?.toLowerCase() ?? message.configurationId) === message.configurationId
  );
}
