import { isStorableText, lengthInCodePoints } from '../../kernel/text.ts';
import { EventContext, OTHER } from '../../kernel/domain-event.ts';
import { declaredEvents } from '../../kernel/event-definition.ts';
import { badArgument } from '../../platform/graphql/errors/client-error.ts';
import { contextSpelled, RAW_NAME_LENGTH_MAX, type EventWords } from '../log/raw-name.value.ts';
import type { WebhookEventFilter } from './webhook-event-filter.input.ts';

export type Words = readonly string[] | null;
/** Entities, account numbers, kinds, raw names, raw contexts, and the earliest instant. */
export type FilterValues = readonly [Words, Words, Words, Words, Words, string | null];

/** Most values of a list without an enum, and characters of each where a name has no limit of its own (ours). */
const VALUES_MAX = 100;
const LENGTH_MAX = 100;

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

function listOrNull(values: readonly string[] | null | undefined): Words {
  return values == null || values.length === 0 ? null : [...new Set(values)];
}

function wordsOrNull(field: string, words: readonly string[] | null | undefined, lengthMax = LENGTH_MAX): Words {
  const given = listOrNull(words);
  if (given !== null && given.length > VALUES_MAX)
    throw badArgument(`filter.${field}`, `Give at most ${VALUES_MAX} values.`);
  const isMisfit = (word: string) => word === '' || lengthInCodePoints(word) > lengthMax;
  if (given?.some(isMisfit) === true)
    throw badArgument(`filter.${field}`, `Give values of 1 to ${lengthMax} characters.`);
  // No event contains text that cannot be stored.
  return given && given.filter(isStorableText);
}
