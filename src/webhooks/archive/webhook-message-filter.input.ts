import { Field, InputType } from 'type-graphql';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { badArgument } from '../../platform/graphql/errors/client-error.ts';
import { SearchDateScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { messageSearch, type MessageFilter, type MessageSearch } from './message-search.value.ts';
import { WebhookMessageState } from './webhook-message.enum.ts';

@InputType({ description: 'Which messages: those of a period that match all other given fields.' })
export class WebhookMessageFilter {
  @Field(() => SearchDateScalar, {
    description: 'First day of `sentDate`, in UTC; at most six calendar months ago.',
  })
  readonly startDate!: string;

  @Field(() => SearchDateScalar, { description: 'Last day of `sentDate`, in UTC; not before startDate.' })
  readonly endDate!: string;

  @Field(() => WebhookMessageState, { nullable: true, description: 'Only messages in this state.' })
  readonly state?: WebhookMessageState | null;

  @Field(() => EventName, { nullable: true, description: 'Only messages of this event.' })
  readonly eventName?: EventName | null;

  @Field(() => EventContext, { nullable: true, description: 'Only messages of events in this context.' })
  readonly context?: EventContext | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only messages of events with this name in the body, such as PIX_REFUND_WAS_RECEIVED.',
  })
  readonly rawEventName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only messages of events with this context in the body, such as Pix.',
  })
  readonly rawContext?: string | null;
}

/** Returns the filter with null for absent fields. */
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

/**
 * Returns the search of a query's filter.
 * @throws GraphQLError BAD_USER_INPUT
 */
export function searchGiven(filter: WebhookMessageFilter, now: Date): MessageSearch {
  const search = messageSearch(messageFilterOf(filter), now);
  if ('problem' in search) throw badArgument(`filter.${search.field}`, search.problem);
  return search;
}
