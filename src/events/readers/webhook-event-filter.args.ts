import { EventContext, OTHER } from '../../kernel/domain-event.ts';
import { declaredEvents } from '../../kernel/event-definition.ts';
import { listOrNull } from '../../kernel/wanted-words.ts';
import { wordsOrNull, type Words } from '../../platform/graphql/paging/filter-words.ts';
import { contextSpelled, RAW_NAME_LENGTH_MAX, type EventWords } from '../log/raw-name.value.ts';
import type { WebhookEventFilter } from './webhook-event-filter.input.ts';

/** Entities, account numbers, kinds, raw names, raw contexts, and the earliest instant. */
export type FilterValues = readonly [Words, Words, Words, Words, Words, string | null];

/**
 * Returns the filter in the form of `eventsOfPartner`, without duplicates; null: all.
 * @throws GraphQLError BAD_USER_INPUT
 */
export function filterValues(filter: WebhookEventFilter | null | undefined): FilterValues {
  return [
    wordsOrNull('entityIds', filter?.entityIds),
    wordsOrNull('accountNumbers', filter?.accountNumbers),
    kindsOrNull(filter),
    wordsOrNull('rawNames', filter?.rawNames, RAW_NAME_LENGTH_MAX),
    wordsOrNull('rawContexts', filter?.rawContexts),
    filter?.since ?? null,
  ];
}

/** Returns context and name of an event as one text: a known name has one context, OTHER can have any. */
export function kindOf({ context, name }: Pick<EventWords, 'context' | 'name'>): string {
  return `${context} ${name}`;
}

/** Returns all kinds that names and contexts allow, as a complete list, so that each is looked up separately. */
function kindsOrNull(filter: WebhookEventFilter | null | undefined): Words {
  const [names, contexts] = [listOrNull(filter?.eventNames), listOrNull(filter?.contexts)];
  const [rawNames, rawContexts] = [listOrNull(filter?.rawNames), listOrNull(filter?.rawContexts)];
  if ([names, contexts, rawNames, rawContexts].every((words) => words === null)) return null;
  const spelled = rawContexts?.map(contextSpelled);
  const others = Object.values(EventContext).map((context) => ({ context, name: OTHER }));
  // Events stored as OTHER stay OTHER, even if a later release knows their name or context.
  const mayBeCalled = ({ name, context }: Pick<EventWords, 'name' | 'context'>) =>
    (name === OTHER || rawNames?.includes(name) !== false) &&
    (context === OTHER || spelled?.includes(context) !== false);
  return [...declaredEvents(), ...others]
    .filter(({ name, context }) => names?.includes(name) !== false && contexts?.includes(context) !== false)
    .filter(mayBeCalled)
    .map(kindOf);
}
