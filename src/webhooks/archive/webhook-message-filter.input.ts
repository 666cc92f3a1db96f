import { Field, ID, InputType } from 'type-graphql';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { listOrNull } from '../../kernel/wanted-words.ts';
import { badArgument } from '../../platform/graphql/errors/client-error.ts';
import { DateTimeScalar, SearchDateScalar, UuidScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { messageSearch, type FilterProblem, type MessageFilter, type MessageSearch } from './message-search.value.ts';
import { WebhookMessageState } from './webhook-message.enum.ts';

const TEXTS = 'at most 100, each of 1 to 100 characters.';

@InputType({
  description:
    'Which messages: all given fields must match; an absent or empty list matches all. A query needs dates, since, or one of messageIds, idempotencyKeys and correlationIds; a subscription takes no times.',
})
export class WebhookMessageFilter {
  @Field(() => SearchDateScalar, {
    nullable: true,
    description: 'First day of `sentDate`, in UTC; at most six calendar months ago. With endDate.',
  })
  readonly startDate?: string | null;

  @Field(() => SearchDateScalar, {
    nullable: true,
    description: 'Last day of `sentDate`, in UTC; not before startDate. With startDate.',
  })
  readonly endDate?: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Only messages with this `sentDate` or a later one; at most six calendar months ago. Not with startDate and endDate.',
  })
  readonly since?: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Only messages with an earlier `sentDate`. Not with startDate and endDate.',
  })
  readonly until?: string | null;

  @Field(() => [WebhookMessageState], { nullable: true, description: 'Only messages in these states.' })
  readonly states?: WebhookMessageState[] | null;

  @Field(() => [ID], { nullable: true, description: `Only messages of these configurations: ${TEXTS}` })
  readonly configurationIds?: string[] | null;

  @Field(() => [EventName], { nullable: true, description: 'Only messages of these events.' })
  readonly eventNames?: EventName[] | null;

  @Field(() => [EventContext], { nullable: true, description: 'Only messages of events in these contexts.' })
  readonly contexts?: EventContext[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Only messages of events with these names in the body, such as PIX_REFUND_WAS_RECEIVED: at most 100, each of 1 to 150 characters.',
  })
  readonly rawEventNames?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: `Only messages of events with these contexts in the body, such as Pix: ${TEXTS}`,
  })
  readonly rawContexts?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: `Only messages of events with these values of \`entityId\`: ${TEXTS}`,
  })
  readonly entityIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: `Only messages of events of these payment account numbers and their pockets: ${TEXTS}`,
  })
  readonly accountNumbers?: string[] | null;

  @Field(() => [ID], { nullable: true, description: `Only messages with these ids: ${TEXTS}` })
  readonly messageIds?: string[] | null;

  @Field(() => [UuidScalar], { nullable: true, description: 'Only messages with these idempotency keys: at most 100.' })
  readonly idempotencyKeys?: string[] | null;

  @Field(() => [UuidScalar], {
    nullable: true,
    description: 'Only messages of events with these correlation ids: at most 100.',
  })
  readonly correlationIds?: string[] | null;
}

/** Returns the filter without members that are null, empty or absent. */
export function messageFilterOf({ startDate, endDate, since, until, ...lists }: WebhookMessageFilter): MessageFilter {
  const { states, configurationIds, eventNames, contexts, rawEventNames, rawContexts } = lists;
  const { entityIds, accountNumbers, messageIds, idempotencyKeys, correlationIds } = lists;
  return {
    ...(startDate != null && { startDate }),
    ...(endDate != null && { endDate }),
    ...(since != null && { since }),
    ...(until != null && { until }),
    ...given({ states }),
    ...given({ eventNames }),
    ...given({ contexts }),
    ...given({ configurationIds, rawEventNames, rawContexts, entityIds }),
    ...given({ accountNumbers, messageIds, idempotencyKeys, correlationIds }),
  };
}

type Lists<Name extends string, Value> = Readonly<Record<Name, readonly Value[] | null | undefined>>;

function given<Name extends string, Value>(lists: Lists<Name, Value>): Partial<Record<Name, readonly Value[]>> {
  const found: Partial<Record<Name, readonly Value[]>> = {};
  for (const name in lists) {
    const list = listOrNull(lists[name]);
    if (list !== null) found[name] = list;
  }
  return found;
}

/**
 * Returns the search of a query's filter.
 * @throws GraphQLError BAD_USER_INPUT
 */
export function searchGiven(filter: WebhookMessageFilter, now: Date): MessageSearch {
  const search = messageSearch(messageFilterOf(filter), now);
  if ('problem' in search) throw badFilter(search);
  return search;
}

/** Returns the error for a filter of a query or subscription. */
export function badFilter({ member, problem }: FilterProblem) {
  return badArgument(['filter', ...(member === undefined ? [] : [member])].join('.'), problem);
}
