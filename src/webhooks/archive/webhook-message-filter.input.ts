import { Field, InputType } from 'type-graphql';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { SearchDateScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import type { MessageFilter } from './message-search.value.ts';
import { WebhookMessageState } from './webhook-message.enum.ts';

@InputType({ description: 'Which messages: those of a period, and of these only the ones that all else given fits.' })
export class WebhookMessageFilter {
  @Field(() => SearchDateScalar, {
    description: 'First day of sending, in UTC; at most six months back by the calendar.',
  })
  readonly startDate!: string;

  @Field(() => SearchDateScalar, { description: 'Last day of sending, in UTC; startDate or later.' })
  readonly endDate!: string;

  @Field(() => WebhookMessageState, { nullable: true, description: 'Only messages in this state.' })
  readonly state?: WebhookMessageState | null;

  @Field(() => EventName, { nullable: true, description: 'Only messages of this event.' })
  readonly eventName?: EventName | null;

  @Field(() => EventContext, { nullable: true, description: 'Only messages of events in this context.' })
  readonly context?: EventContext | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only messages of events that the body names so, such as PIX_REFUND_WAS_RECEIVED.',
  })
  readonly rawEventName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only messages of events in the context that the body spells so, such as Pix.',
  })
  readonly rawContext?: string | null;
}

/** The filter with null for what is absent. */
export function messageFilterOf({
  startDate,
  endDate,
  state = null,
  eventName = null,
  context = null,
  rawEventName = null,
  rawContext = null,
}: WebhookMessageFilter): MessageFilter {
  return { startDate, endDate, state, eventName, context, rawEventName, rawContext };
}
